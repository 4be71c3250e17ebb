import { join } from 'node:path'
import { startServer, type ServerProcess } from '../server/server-process.ts'

/** Builds and serves a page of `frontend/testing`, which holds libraries alone. */
export const startYardstick = (page: 'bare-page'): Promise<ServerProcess> =>
  startServer(join(import.meta.dirname, 'yardstick-server.ts'), { args: [page] })
