import { sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../event-log/sqlite-log.ts'

/** Opens a store in a new folder for the test that is running. Its clock stands still at `now`; specs set `time.now`. */
export async function temporaryEntries(now = Date.parse('2026-03-02T08:00:00Z')) {
  // Finished in reverse order: the stores are closed first.
  const folder = await temporaryFolder()
  const time = { now }
  const open = () => {
    const store = sqliteEntries(folder, () => time.now)
    onTestFinished(() => store.close())
    return store
  }
  return { folder, time, store: open(), open }
}
