// npm run dev: the product, restarted when its code changes, and the development server of Vite for the frontend.
import { join } from 'node:path'
import { node, root, run, packageScript } from './child-process.mjs'
import { compileCache } from './node-options.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
await prepareFrontend()

const env = {
  ...compileCache,
  ...process.env,
  API_URL: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173',
}
const codes = await Promise.all([
  run(node, ['--watch', '--watch-preserve-output', 'main.ts', ...process.argv.slice(2)], { env }),
  run(node, [packageScript('vite'), '--port', '5173', '--strictPort'], {
    cwd: join(root, 'frontend'),
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
])
process.exitCode = Math.max(...codes)
