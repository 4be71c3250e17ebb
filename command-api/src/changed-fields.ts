import { isDeepStrictEqual } from 'node:util'

/**
 * Returns the fields of a change that are given and differ from what there is. An event has only these, so a change of another field by
 * somebody else in the meantime stays.
 */
export const changedFields = <Change extends object>(
  before: { readonly [Name in keyof Change]?: unknown },
  change: Change,
): { [Name in keyof Change]?: Exclude<Change[Name], undefined> } =>
  // Safe: what is missing is left out.
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof Change]),
    ),
  ) as { [Name in keyof Change]?: Exclude<Change[Name], undefined> }
