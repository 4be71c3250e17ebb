/** Returns an object without its undefined fields: spread over another object, they would replace its values. */
export const withoutMissing = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  // Safe: only such fields are left out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
