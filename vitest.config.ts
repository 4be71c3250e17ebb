import { defineConfig } from 'vitest/config'
import { mutationPlugin } from './infra/setup/mutations/apply-mutation.mjs'

const hole = process.env['HOLE']

export default defineConfig({
  plugins: hole === undefined ? [] : [mutationPlugin(Number(hole))],
  test: {
    // What was changed for one run must not be taken for what stands there by the next.
    fsModuleCache: hole === undefined,
    include: ['{contracts,infra,command-api,projections,processes,frontend}/**/*.spec.{ts,tsx}', '*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['infra/testing/fail-on-console.ts', 'frontend/testing/react-setup.ts'],
    // Two at once: specs start Redis servers and worker threads of their own.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
