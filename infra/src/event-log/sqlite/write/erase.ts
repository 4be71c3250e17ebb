import type { DatabaseSync } from 'node:sqlite'
import { forgottenName, inTransaction } from '../database.ts'
import type { StreamStates } from './stream-states.ts'
import type { Erasure } from './writer-messages.ts'

/** Erases the events of a stream before a revision, or the whole stream permanently. */
export function eraseEvents(
  db: DatabaseSync,
  streams: StreamStates,
  { stream: name, before, forgetsName = false }: Erasure,
) {
  const state = streams.find(name)
  if (!state.isStored && before !== 'all') return
  // Never beyond the end: events that are appended later must stay.
  const end = before === 'all' ? state.revision + 1 : Math.min(before, state.revision + 1)
  try {
    inTransaction(db, () => {
      if (!state.isStored) streams.add(name, state)
      markErased(db, state.id, end, before === 'all')
      db.prepare(
        'UPDATE events SET record = NULL WHERE stream = ? AND revision < ? AND record IS NOT NULL',
      ).run(state.id, end)
      // The row stays: its number must not be used again, and the hash chain needs no name for erased events.
      if (forgetsName && before !== 'all' && end > state.revision)
        db.prepare('UPDATE streams SET name = ? WHERE id = ?').run(forgottenName(state.id), state.id)
    })
  } finally {
    streams.reset()
  }
}

function markErased(db: DatabaseSync, stream: number, end: number, isRemoved: boolean) {
  const update =
    'UPDATE streams SET erased_before = max(erased_before, ?), removed = max(removed, ?) WHERE id = ?'
  db.prepare(update).run(end, isRemoved ? 1 : 0, stream)
}
