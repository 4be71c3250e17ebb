import { defineConfig } from 'vitest/config'
import { mutationPlugin } from './infra/setup/mutations/apply-mutation.mjs'

/** Index of the mutation to apply, for `npm run mutations`. */
const mutation = process.env['HOLE']

export default defineConfig({
  plugins: mutation === undefined ? [] : [mutationPlugin(Number(mutation))],
  test: {
    // The cache must not keep mutated code for later runs.
    fsModuleCache: mutation === undefined,
    include: ['{contracts,infra,command-api,projections,processes,frontend}/**/*.spec.{ts,tsx}', '*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['infra/testing/fail-on-console.ts', 'frontend/testing/react-setup.ts'],
    // More than the two cores of the smallest machine: many specs wait for Redis, sockets and timers.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
