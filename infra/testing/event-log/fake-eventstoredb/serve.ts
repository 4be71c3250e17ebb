// Serves EventStoreDB's protocol over the SQLite log of a folder, for tests with several processes.
// node infra/testing/event-log/fake-eventstoredb/serve.ts <folder> [port]
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { startFakeEventStoreDb } from './fake-eventstoredb.ts'

const [folder, port = '0'] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: serve.ts <folder> [port]')

const log = await openSqliteLog({
  folder,
  onFailure(error) {
    console.error(error.message)
    process.exit(1)
  },
})
const fake = await startFakeEventStoreDb({ log, port: Number(port) })
console.log(fake.url)

// What an operator's scavenge does.
process.on('SIGUSR2', () => void fake.scavenge().then(() => console.log('scavenged')))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fake.stop().then(() => log.close()))
