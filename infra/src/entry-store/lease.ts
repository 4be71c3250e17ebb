// Leases as entries of an entry store: one process at a time does some work. Read models have other leases (`read-models/read-models.ts`).

import type { EntryStore, RequiredEntry } from './entry-store.ts'

class HeldByAnother extends Error {}

export type Lease = ReturnType<typeof leaseIn>

/**
 * What one process at a time has, until it is released or not renewed. An entry stored with `held` is refused without it. `holder` is an id
 * of this process.
 */
export function leaseIn(store: Pick<EntryStore, 'change'>, name: string, holder: string) {
  const [group, id] = [`lease:${name}`, 'holder']
  const take = (other: unknown) => {
    if (other !== undefined && other !== holder) throw new HeldByAnother()
    return holder
  }
  return {
    /** Takes or renews the lease for `forMs` milliseconds. Returns `false` while another process has it. */
    acquire: async (forMs: number): Promise<boolean> => {
      try {
        await store.change(group, id, take, forMs)
        return true
      } catch (error) {
        if (error instanceof HeldByAnother) return false
        throw error
      }
    },
    release: async () =>
      void (await store.change(group, id, (other) => (other === holder ? undefined : other))),
    held: { group, id, document: holder } satisfies RequiredEntry,
  }
}
