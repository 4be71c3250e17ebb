import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contracts,infra,command-api,projections,processes,frontend}/**/*.spec.{ts,tsx}', '*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['infra/setup/loud.ts', 'frontend/clean-screen.ts'],
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
