import type { BackupKeyEvent } from '@thirty/contracts/backups/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** Most keys that are accepted at the same time. */
export const maxAcceptedKeys = 50

type Keys = ReadonlyMap<string, { name: string }>

/** Accepts a key, or gives it another name. The same again changes nothing; the installation's own key needs no acceptance. */
export function accept(
  keys: Keys,
  { fingerprint, name, own }: { fingerprint: string; name: string; own: string },
): BackupKeyEvent[] {
  if (fingerprint === own) refuse('conflict', say('ownKey'))
  if (keys.get(fingerprint)?.name === name) return []
  if (!keys.has(fingerprint) && keys.size >= maxAcceptedKeys)
    refuse('quota-reached', say('tooManyKeys', { count: maxAcceptedKeys }))
  return [{ type: 'BackupKeyAccepted', data: { fingerprint, name } }]
}

/** Removes a key. One that is not accepted changes nothing. */
export const remove = (keys: Keys, { fingerprint }: { fingerprint: string }): BackupKeyEvent[] =>
  keys.has(fingerprint) ? [{ type: 'BackupKeyRemoved', data: { fingerprint } }] : []
