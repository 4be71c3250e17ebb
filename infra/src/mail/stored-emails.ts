// Keeps the emails that wait for their delivery in the entry store, where all processes find them, so that a process that ends loses none.

import { randomUUID } from 'node:crypto'
import { isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { z } from 'zod'
import type { Entry, EntryStore } from '../entry-store/entry-store.ts'
import type { Sealing } from '../sealed-text.ts'
import { emailMessage, type EmailMessage } from './mail.ts'

/** A message that waits for its delivery. `at`: when it was sent, in milliseconds since 1970. */
export type StoredEmail = { id: string; at: number; email: EmailMessage }

export type StoredEmails = ReturnType<typeof storedEmailsIn>

const group = 'mail'
const maxEmails = 1_000

const storedEntry = z.object({ holder: z.string(), sealed: z.string() })
const emailContent = z.object({ at: z.number(), email: emailMessage })

/**
 * One process holds an email, until a time that this process moves forward. Emails are encrypted, because they have addresses and links
 * that open accounts. Every method throws `StoreUnavailable` while the store cannot be reached.
 */
export function storedEmailsIn(entries: EntryStore, sealing: Sealing) {
  const holder = randomUUID()
  const held = new Map<string, z.infer<typeof storedEntry>>()
  const removed = new Set<string>()
  /** The emails of this process that were discarded, until it calls `hold` or `forget` for them. */
  const discarded = new Set<string>()

  const seal = ({ id, at, email }: StoredEmail) => ({
    holder,
    sealed: sealing.seal(JSON.stringify({ at, email }), id),
  })

  /** Returns `undefined` if the email is of another installation or release. */
  function open({ id, document }: Entry): StoredEmail | undefined {
    const { data: found } = storedEntry.safeParse(document)
    const text = found && sealing.unseal(found.sealed, id)
    const { data } = emailContent.safeParse(text === undefined ? undefined : JSON.parse(text))
    return data && { id, ...data }
  }

  async function removeAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) removed.add(id)
    await entries.remove(group, ids)
    for (const id of ids) removed.delete(id)
  }

  return {
    /** Holds an email until a time. Returns `false` if another process holds it, or it was discarded. */
    hold: async (stored: StoredEmail, until: number): Promise<boolean> => {
      const { id } = stored
      if (removed.has(id) || discarded.delete(id)) return false
      const before = held.get(id)
      const document = before ?? seal(stored)
      const required = before && [{ group, id, document }]
      const isHeld = await entries.put([{ group, id, due: until, document }], required)
      if (isHeld) held.set(id, document)
      else held.delete(id)
      return isHeld
    },
    /**
     * Takes over the emails that no process holds at `now`, one after the other. An email that this process cannot read may be of a newer
     * release: it is left to the processes of that release until `uselessBefore`. Then it is removed, and `undefined` is yielded for it.
     */
    takeOver: async function* (now: number, until: number, uselessBefore: number) {
      if (removed.size > 0) await removeAll([...removed])
      for (const entry of await entries.listWaiting(group, maxEmails)) {
        const { id, due, document } = entry
        if (held.has(id) || removed.has(id) || due === null || due > now) continue
        const stored = open(entry)
        if (stored === undefined) {
          if (due > uselessBefore) continue
          await entries.remove(group, [id])
          yield undefined
          continue
        }
        const own = seal(stored)
        // Its process may have held it again meanwhile.
        const asRead = { group, id, document, due }
        if (!(await entries.put([{ group, id, due: until, document: own }], [asRead]))) continue
        held.set(id, own)
        yield stored
      }
    },
    /** Whether the store has an email of this process. */
    isStored: (id: string): boolean => held.has(id),
    /** Removes an email that is delivered or given up. If the store cannot be reached, the next `takeOver` does. */
    remove: async (id: string): Promise<void> => {
      held.delete(id)
      await removeAll([id])
    },
    /** Removes all emails to an address. A process that holds such an email cannot hold it again. */
    discard: async (to: string): Promise<void> => {
      const { entries: all } = await entries.list(group)
      const emails = all.flatMap((entry) => open(entry) ?? [])
      const ids = emails.filter(({ email }) => isSameEmail(email.to, to)).map(({ id }) => id)
      await removeAll(ids)
      for (const id of ids) if (held.delete(id)) discarded.add(id)
    },
    /** To be called for a discarded email that this process will not hold again. */
    forget: (id: string): void => void discarded.delete(id),
  }
}
