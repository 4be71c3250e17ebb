import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { build } from 'vite'
import { compressFiles } from '../../frontend/build/precompress.ts'
import { frontendRouter } from '../../infra/src/http/frontend-router.ts'
import { listen } from '../yardsticks/listen.ts'

// node yardstick-server.ts <page>: a page of `frontend/testing`, built and sent like the product's pages.

const [, , page = ''] = process.argv
const outDir = mkdtempSync(join(tmpdir(), 'bench-web-yardstick-'))
await build({
  root: join(import.meta.dirname, `../../frontend/testing/${page}`),
  configFile: false,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
})
await compressFiles(outDir)
await listen(
  express()
    .get('/healthz', (_request, response) => response.send('ok'))
    .use(frontendRouter(outDir, 'http://127.0.0.1')),
)
