import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'

/**
 * A participant as the account is today. `picture` is a name in the media store;
 * `isRanked` is false while the account is inactive or pending. Each board has the exclusions of its own scoring.
 */
export type CurrentPerson = {
  name: string
  nameCodes?: NameCodes
  username: string | null
  picture: string | null
  isRanked: boolean
}

/**
 * Returns participants as their accounts are today, including participants who became admins. Users who never had an account here are
 * missing: they are shown as participants elsewhere, and ranked.
 */
export type CurrentPersons = (ids: readonly string[]) => Promise<ReadonlyMap<string, CurrentPerson>>
