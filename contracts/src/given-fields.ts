// Changes of some fields of an object. Missing and undefined fields stay.

type Given<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

/** Returns the fields that are not undefined: spread over another object, undefined ones would replace its values. */
export const withoutMissing = <Fields extends object>(fields: Fields): Given<Fields> =>
  // Safe: only undefined ones are left out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>

/**
 * Returns the given fields of a change that differ from what there is, in JSON. An event has only these, so a change of another field by
 * somebody else in the meantime stays.
 */
export const changedFields = <Change extends object>(
  before: { readonly [Name in keyof Change]?: unknown },
  change: Change,
): Partial<Given<Change>> => {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof Change])
  // Safe: what is missing is left out.
  return Object.fromEntries(Object.entries(change).filter(isChanged)) as Partial<Given<Change>>
}
