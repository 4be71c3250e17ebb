import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'

/** Returns the name of a user as read models have it, or a stand-in. */
export const nameIn = (names: ReadonlyMap<string, string>, id: string) => {
  const name = names.get(id)
  return name === undefined ? standIn('deletedPerson', 'name') : { name }
}
