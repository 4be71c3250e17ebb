import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')

/** The specs that are pure or take milliseconds: each mutant runs the specs that reach it. */
export default defineConfig({
  root,
  resolve: {
    // Stryker mutates a copy of the checkout, whose `node_modules` leads to the packages without mutants.
    alias: [
      { find: /^@thirty\/([^/]+)\/(testing\/.*)$/, replacement: join(root, '$1/$2') },
      { find: /^@thirty\/([^/]+)\/(.*)$/, replacement: join(root, '$1/src/$2') },
    ],
  },
  test: {
    include: [
      'command-api/src/**/{decide,image-names,comments,admin-list,calibration,completions,conflicts,imports,options,scoring}.spec.ts',
      'contracts/src/{live/room-access,*/*-address,endpoints/*-networks}.spec.ts',
      'infra/src/{concurrency-limit,push/public-lookup,webhooks/signature}.spec.ts',
      'infra/src/http/{authentication,rate-limits}/*.spec.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.{int,long,property}.spec.ts'],
    setupFiles: ['infra/testing/fail-on-console.ts'],
    testTimeout: 20_000,
  },
})
