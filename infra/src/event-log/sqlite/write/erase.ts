import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../database.ts'
import type { StreamStates } from './stream-states.ts'

/** Forgets the events of a stream before a revision, or the whole stream for ever. */
export function eraseEvents(db: DatabaseSync, streams: StreamStates, name: string, before: number | 'all') {
  const state = streams.find(name)
  if (!state.isStored && before !== 'all') return
  // Never beyond the end: what is appended later is not meant.
  const end = before === 'all' ? state.revision + 1 : Math.min(before, state.revision + 1)
  try {
    inTransaction(db, () => {
      if (!state.isStored) streams.add(name, state)
      mark(db, state.id, end, before === 'all')
      db.prepare(
        'UPDATE events SET record = NULL WHERE stream = ? AND revision < ? AND record IS NOT NULL',
      ).run(state.id, end)
    })
  } finally {
    streams.reset()
  }
}

function mark(db: DatabaseSync, stream: number, end: number, removed: boolean) {
  const update =
    'UPDATE streams SET erased_before = max(erased_before, ?), removed = max(removed, ?) WHERE id = ?'
  db.prepare(update).run(end, removed ? 1 : 0, stream)
}
