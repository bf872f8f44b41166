/**
 * Pairs of phrases of one passage, labelled by hand: whether they are one entity, or one relation between the same things.
 * Most were stated of one question by several models (RefChecker) or in one passage and its samples (PHD), drawn among
 * those that vectors put near each other; the last were made for what such a draw rarely holds.
 *
 * A line: what they are, `=` the same or `≠` not, the cosine of all-MiniLM-L6-v2 (fp32), the two phrases.
 */
export interface LabelledPair {
  kind: 'entity' | 'relation';
  isSame: boolean;
  /** Cosine of all-MiniLM-L6-v2. */
  minilm: number;
  one: string;
  other: string;
}

const LINES = `
entity = 0.970 Draco's laws | Laws of Draco
entity = 0.837 Season 5 theme song | theme song for season 5 of The Wire
entity = 0.931 sinking a 60-foot eagle putt on the final hole | making a 60-foot eagle putt on the final hole
entity = 0.908 in Hall of Fame | Hall of Fame
entity = 0.985 south-west of Victoria, Australia | South-West Victoria, Australia
entity ≠ 0.940 certain mental health conditions | mental health conditions
entity = 0.951 dream interpretation | interpretation of dreams
entity = 0.948 X-rays | X-ray
entity = 0.886 nine innings | full nine innings
entity = 0.980 September 14, 1960 | 14 September 1960
entity ≠ 0.908 approximately $10.70 per hour to $24.29 per hour | $24.29 per hour
entity ≠ 0.973 average weight of Beagle female at 3 months | average weight of Beagle male at 3 months
entity ≠ 0.885 Big South Conference | Big South Conference's members
entity ≠ 0.849 emergency oxygen generators | source of oxygen in emergency oxygen generators
entity = 0.944 about 3.4 kilograms | around 3.4 kg
entity = 0.988 To renew passport on Guam | renew passport on Guam
entity = 0.975 different freshwater systems | different freshwater system
entity ≠ 0.706 12 hours | 12 semester hours
entity ≠ 0.970 Anabolic Steroid Act of 1990 | passage of Anabolic Steroid Act of 1990
entity = 0.973 farthest British city from the sea | The British city that is farthest from the sea
entity ≠ 0.877 electrically conducting fluids | interaction of electrically conducting fluids
entity = 0.958 history as an area of Russian, Belarusian, and Jewish migration | its history as an area of Russian, Belarusian, and Jewish migration
entity ≠ 0.898 a stage victory in the 2001 Vuelta a Andalucía | the 2001 Vuelta a Andalucía
entity = 0.992 love and appreciation for the natural world | love and appreciation for natural world
entity ≠ 0.870 Diego de Almagro | Diego de Almagro's accomplishments
entity ≠ 0.909 Greek grammarian | Greek grammar
entity ≠ 0.796 king of Troy | Troy
entity = 0.968 humans and monkeys shared a common ancestor | idea that humans and monkeys shared a common ancestor
entity = 0.902 Meeting point of Chandra river and Bhaga river | Chandra and Bhaga rivers meet
entity = 0.972 French word for blackbird, merle | French word "merle" meaning blackbird
entity = 0.989 maximum age for Air Force officers | exact maximum age for Air Force officers
entity ≠ 0.732 K-T Extinction event | extinction events
entity = 0.968 life insurance policies | life insurance policy
entity = 0.894 raid on the harper's ferry arsenal | The raid on Harpers Ferry
entity = 0.926 Dunkirk area | area of Dunkirk
entity = 0.948 the All-Star MVP award | All-Star Game MVP award
entity ≠ 0.975 obtaining passport renewal application form DS-82 | passport renewal application form DS-82
entity = 0.596 The song "Gonna Sit Right Down and Write Myself a Letter" | I'm Gonna Sit Right Down and Write Myself a Letter
entity = 0.833 hill | hills
entity ≠ 0.948 DIY grout cleaning | DIY grout cleaning products
entity ≠ 0.827 finite combination of exponentials | finite combination of exponentiation
entity = 0.973 players once played for National Hockey League teams | players who once played for National Hockey League teams
entity ≠ 0.936 12 semester hours | 12 or more semester hours
entity = 0.983 Chandra river and Bhaga river meet | Chandra river and Bhaga river meeting
entity = 0.997 women's individual competition at the 2018 Asian Games | women's individual competition at 2018 Asian Games
entity = 0.970 24 February 1993 | February 24, 1993
entity = 0.996 Phaedra and Apollo | Apollo and Phaedra
entity = 0.953 burning sage | burned sage
entity = 0.997 longest pier in the UK | longest pier in UK
entity = 0.994 50 percent of your Adjusted Gross Income (AGI) | 50% of your Adjusted Gross Income (AGI)
entity ≠ 0.932 weather for Branson, Missouri | summer weather for Branson, Missouri
entity ≠ 0.905 Ptolemy Philadelphus's parents | Ptolemy Philadelphus's parents' defeat
entity ≠ 0.857 network connectivity | connectivity
entity ≠ 0.806 Æthelbald's kingdom | King Æthelberht
entity ≠ 0.887 Wittgenstein's depression | depression may have been a factor in Wittgenstein's family
entity = 0.819 postpartum comfort after childbirth | comfort after birth
entity ≠ 0.890 Passage 3 | Passage 7
entity ≠ 0.835 cities of several notable landmarks | numerous historic landmarks
entity ≠ 0.827 using diatomaceous earth | food grade diatomaceous earth
entity ≠ 0.921 11.48% of traffic | 4.12% of traffic
entity ≠ 0.866 eye care services | delivering outstanding eye care services
entity ≠ 0.839 1987 | 1986
entity ≠ 0.928 Formal relations between Republic of Finland and NATO | Start of Finland's formal relations with NATO
entity ≠ 0.838 Pope Gregory XV's efforts | Pope Gregory XV's papacy
entity ≠ 0.834 stopping dogs chasing cars | methods to break dogs from chasing cars
entity = 0.856 entry fee | any entry fees
entity ≠ 0.826 Lincos | some aspects of Lincos
entity ≠ 0.814 submitting expired passport (for renewal applications) | expired passport
entity ≠ 0.895 birth certificate | birth certificates in United States
entity = 0.859 cosmetic products | cosmetics
entity = 0.825 I'll be a monkey's uncle | phrase "monkey's uncle"
entity = 0.833 yearly concierge medicine fees | to pay concierge medical fees
entity ≠ 0.807 completing and issuing birth certificates | official birth certificate
entity ≠ 0.802 Imereti | Imereti's capital
entity ≠ 0.823 1993 | 1995
entity ≠ 0.828 Æthelbald | Æthelbald's kingdom
entity ≠ 0.806 Ptolemy Philadelphus's sister | Ptolemy Philadelphus's ultimate fate
entity ≠ 0.814 Aesacus | Aesacus's love
entity = 0.867 Colby | Colby cheese
entity = 0.869 Late Devonian extinction | Devonian extinction event (at the end of the Frasnian Age)
entity ≠ 0.836 OPEC | OPEC agreements
entity ≠ 0.958 players on the line of scrimmage for the offensive team | players on the line of scrimmage for the defensive team
entity ≠ 0.833 9 to 15 days | 9 days
entity ≠ 0.886 Condition on validity for 10 years | Condition on validity for 5 years
entity ≠ 0.819 a number of electors | more electors
entity ≠ 0.453 stage win | Vuelta a Asturias stage win
entity ≠ 0.286 United States government | salary of President of the United States
entity ≠ 0.744 NEXUS card | renewal of nexus card
entity ≠ 0.742 Grace VanderWaal | Grace VanderWaal's Instagram account
entity ≠ 0.767 lottery | Florida Lottery
entity ≠ 0.767 2 fighters over the age of 40 | one of two fighters over the age of 40 to have won a UFC championship
entity ≠ 0.531 parentage | parents or guardians
entity ≠ 0.703 Draco code's severity | Draco code's fairness
entity ≠ 0.536 Louisiana | Avoyelles Parish, Louisiana
entity ≠ 0.765 Christina Aguilera | Christina Aguilera's version
entity ≠ 0.799 carrying out instructions of computer program | instructions of computer program
entity ≠ 0.656 three-dimensional manifold | any three-dimensional object
entity ≠ 0.653 15 years or younger | 15 years or younger when passport issued
entity ≠ 0.757 Númenóreans | Númenórean survivors
entity ≠ 0.720 tax refunds | delays in receiving tax refunds
entity ≠ 0.768 free notarization | Banks offer free notarization
entity = 0.611 So Come and Dance with Me - Jai Ho Song Download | "so come and dance with me"
entity ≠ 0.712 Phaedra | Apollo and Phaedra
relation = 0.787 cede its North American territories to | ceded its North American territories to
relation ≠ 0.696 uses | is used with
relation = 0.716 was spoken by | primarily spoken by
relation ≠ 0.772 ended on | ended with
relation = 0.450 established the Kingdom of Asturias in | establishing his kingdom in
relation ≠ 0.466 put it on | put it on trial for
relation ≠ 0.679 appear as | appears
relation ≠ 0.754 served as | served before
relation = 0.972 is recognized as an important symbol of resistance against | is recognized as a symbol of resistance against
relation ≠ 0.687 played a significant role in | played a significant role in the conflict between
relation = 0.991 had longest tenure as moderator of | had longest tenure as moderator on
relation ≠ 0.581 is used in | used as
relation ≠ 0.736 recorded by | recorded for
relation ≠ 0.886 was introduced by | was introduced in
relation ≠ 0.765 regulates | regulated by
relation ≠ 0.926 was adopted as | was adopted after
relation ≠ 0.403 won | won award for performance as Red on
relation = 0.889 grown in | grown
relation ≠ 0.988 won the Nobel Prize in Literature in | won the Nobel Prize in Literature for
relation ≠ 0.955 tenure start year at University of Dijon | tenure end year at University of Dijon
relation ≠ 0.949 were active in the science fiction community until | were active in the science fiction community from
relation = 0.772 follows | following
relation = 0.973 last erupted in | last erupted
relation ≠ 0.716 do not specify | not specified in
relation ≠ 0.991 established the Kingdom of Asturias in | established the Kingdom of Asturias after
relation ≠ 0.822 is regarded as | is regarded in
relation ≠ 0.993 was fought primarily over territorial disputes in | was fought primarily over territorial disputes with
relation = 0.942 was associated with | was associated in
relation = 0.766 was added to | added to
relation = 0.784 mention | mentions
relation ≠ 0.735 used for | use
relation = 0.819 first hits US in | hits the US first in
relation = 0.820 is a figure from | is a figure in
relation = 0.927 filmed in | was filmed in
relation ≠ 0.944 is the acquisition of one company by | is the acquisition of one company in
relation = 0.816 grown | is grown in
relation ≠ 0.634 used as | used to
relation = 0.596 is thought to be dependent on | thought to depend on
relation = 0.274 began as a religious conflict between | started as
relation ≠ 0.223 is used in baseball to measure | has been used as
relation = 0.873 filmed on location in | was filmed in
relation = 0.498 became | has since become
relation ≠ 0.497 is used to provide | was used in
relation = 0.601 has origins in | believed to have originated as
relation = 0.553 was destroyed in | was destroyed in an Allied bombing raid in
relation ≠ 0.622 known to | known to travel up
relation ≠ 0.663 won total | won in
relation ≠ 0.501 had defeated | was lost for
relation ≠ 0.375 promote | promote peace and unity within
relation ≠ 0.799 served in | served from
relation ≠ 0.445 provides | provides water for
relation ≠ 0.480 became known for | became
relation ≠ 0.579 covered | covered more famously by
relation ≠ 0.291 became | became the leader of the Populares after
relation ≠ 0.564 ceased | ceased publication in
relation ≠ 0.290 can pardon | can be interpreted
relation ≠ 0.319 can be done by | can renew passport by
relation ≠ 0.739 cannot pardon | could have pardoned
relation ≠ 0.513 helped to shape | helped
relation ≠ 0.540 ranges from | ranges from creamy white to
relation ≠ 0.817 has average high temperature | has average low temperature
relation = 0.676 is found within | is installed within
relation ≠ 0.817 succeeded him as | was succeeded by
relation ≠ 0.376 is characterized in | in
relation = 0.685 often one of the strongest teams in | typically one of the strongest hockey teams in
relation ≠ 0.258 is known for | is known for its iconic yellow border on
relation = 0.436 went on to design and build | designed to
relation ≠ 0.556 stage win | won
relation ≠ 0.235 is known for its iconic yellow border on | is known as
relation = 0.639 career | NHL career
relation ≠ 0.281 appeared on | appearance start year
relation ≠ 0.270 to | are prone to
relation ≠ 0.494 achieved in | achieved while riding for
relation = 0.338 circulating around | rotate around
relation = 0.720 was the bishop of Rome from | was Pope of the Roman Catholic Church from
relation = 0.682 is located between | is situated along
relation = 0.713 have odor | only smell
relation ≠ 0.666 starts on | ends on
relation = 0.677 is considered | is regarded in
relation = 0.693 was a Titaness in | was a Titan goddess in
relation ≠ 0.700 can produce new venom | maximum venom yield
relation = 0.796 northwest of | north-west of
relation = 0.800 may vary depending on | likely varies based on
relation ≠ 0.787 competed in events in 2008 Paralympics | competed in events in 2012 Paralympics
relation = 0.755 flows through | passes through
relation ≠ 0.894 about 51 km northeast of | about 52 km north of
relation = 0.709 has | has around
relation ≠ 0.664 is a novel by | was written by
relation ≠ 0.774 was convicted in | was sentenced to
relation ≠ 0.793 flows southeastward | flows eastward across
relation ≠ 0.765 inhabited the Earth during | roamed the Earth before
relation = 0.773 appears in movie | featured in film
relation ≠ 0.657 led an expedition to | accompanied him on his expeditions to
relation = 0.803 was made for | was designed for
relation = 0.754 contains around | contains approximately
relation ≠ 0.678 released by | album by
relation ≠ 0.701 numerous styles of | most well-known style of
relation ≠ 0.708 is English surname derived from | became common surname in
relation ≠ 0.684 are the fourth-largest ethnic group in | are an ethnic group native to
entity ≠ 0.877 the eldest brother | the eldest sister
entity ≠ 0.767 large town | small town
entity ≠ 0.979 12 May 1931 | 12 June 1931
entity ≠ 0.862 first symphony | second symphony
entity ≠ 0.788 World War I | World War II
entity ≠ 0.830 eleventh day | eleventh legendary day
entity ≠ 0.376 Isaac Asimov, Frederik Pohl and Damon Knight | Damon Knight
entity ≠ 0.885 Isaac Asimov, Frederik Pohl and Damon Knight | Isaac Asimov, Frederik Pohl and Judith Merril
entity ≠ 0.559 novel | the novel The Pier
entity ≠ 0.845 president of the company | vice president of the company
entity ≠ 0.832 film director | film producer
entity ≠ 0.895 northern part of the island | southern part of the island
entity ≠ 0.793 able to fly | not able to fly
entity ≠ 0.961 former mayor of Leeds | mayor of Leeds
entity = 0.940 640×480 pixels | 640x480 pixels
entity = 0.980 University of Cambridge | Cambridge University
entity = 0.963 the 1930s | 1930s
entity = 0.978 two towers | 2 towers
entity = 1.000 J. R. R. Tolkien | J.R.R. Tolkien
entity = 0.915 Sir Ove Brandt | Ove Brandt
entity = 0.907 Hallam Brewing Company | Hallam Brewing
entity ≠ 0.842 Tolkien's father | Tolkien's mother
entity ≠ 0.751 upper house | lower house
entity ≠ 0.731 male singer | female singer
relation ≠ 0.746 is the brother of | is the sister of
relation ≠ 0.526 began in | ended in
relation ≠ 0.845 was held from | was held until
relation ≠ 0.596 is used as | is used by
relation ≠ 0.809 is the parent of | is the child of
relation ≠ 0.750 directed | was directed by
relation ≠ 0.403 directed | produced
relation ≠ 0.843 discovered | was discovered by
relation ≠ 0.737 includes | is included in
relation ≠ 0.751 has capital | is the capital of
relation ≠ 0.882 was born in | was not born in
relation ≠ 0.715 was the president of | was the vice president of
relation ≠ 0.582 is the largest city in | is the smallest city in
relation ≠ 0.894 moved to | moved from
relation ≠ 0.850 fought with | fought against
relation ≠ 0.834 won the 1931 cup in | won the 1932 cup in
relation ≠ 0.779 is the first novel of | is the second novel of
relation ≠ 0.637 succeeded | was succeeded by
relation ≠ 0.799 is located north of | is located south of
relation ≠ 0.428 joined | left
relation = 0.941 was born in | born in
relation = 0.689 was born in | has birthplace
relation = 0.744 died in | passed away in
relation = 0.800 is located in | is situated in
relation = 0.895 was founded in | was established in
relation = 0.872 is a member of | was a member of
relation = 0.901 appears in | appeared in
relation = 0.672 is married to | was the wife of
relation = 0.536 consists of | is made up of
relation = 0.829 was written by | was authored by
relation = 0.487 studied at | attended
relation = 0.712 was released in | came out in
`;

export const LABELLED_PAIRS: readonly LabelledPair[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [, kind, sign, cosine, one, other] = /^(\w+) (.) (\S+) (.*) \| (.*)$/u.exec(
      line,
    ) as RegExpExecArray;
    return {
      ...{ kind: kind as LabelledPair['kind'], isSame: sign === '=', minilm: Number(cosine) },
      ...{ one: one as string, other: other as string },
    };
  });
