// Serves EventStoreDB's protocol over the SQLite log of a folder, for tests with several processes. With several ports it
// is a cluster: each SIGUSR2 isolates its leader or, if it has none, makes the next node the leader.
// node infra/testing/event-log/fake-eventstoredb/serve.ts <folder> [port[,port…]]
import { openSqliteLog } from '../open-sqlite-log.ts'
import { startFakeCluster } from './fake-cluster.ts'

const [folder, ports = '0'] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: serve.ts <folder> [port[,port…]]')

const log = await openSqliteLog({
  folder,
  onFailure(error) {
    console.error(error.message)
    process.exit(1)
  },
})
const fake = await startFakeCluster({ log, ports: ports.split(',').map(Number) })
console.log(fake.url)

process.on('SIGUSR2', () => void (fake.leader() === undefined ? fake.elect() : fake.isolateLeader()))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fake.stop().then(() => log.close()))
