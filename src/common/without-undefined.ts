/** The fields of an object that are set, for types whose optional fields may not be undefined. */
export const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T as undefined extends T[Field] ? never : Field]: T[Field];
  } & { [Field in keyof T as undefined extends T[Field] ? Field : never]?: Exclude<T[Field], undefined> };
