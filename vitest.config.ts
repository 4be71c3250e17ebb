import { defineConfig } from 'vitest/config'
import type { Plugin } from 'vitest/config'
import { compileCache } from './scripts/node-options.mjs'
import { isBriefsFile, textsWithoutBuild } from './frontend/build/i18n/texts-plugin.ts'
import {
  folderHash,
  hashOfMessages,
  isFileOfMessages,
  languagesFolder,
} from './frontend/build/i18n/message-files.ts'
import { LongestSpecsFirst } from './infra/testing/longest-specs-first.ts'
import { specsWithOwnProcess } from './infra/testing/own-process.ts'

/** The messages of all languages are compiled into the file of the first one: it changes when any of them changes. */
const cacheKeyOfMessages: Plugin = {
  name: 'cache-key-of-messages',
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => {
      const [file = ''] = id.split('?')
      if (isBriefsFile(file)) return folderHash(languagesFolder)
      return isFileOfMessages(file) ? hashOfMessages() : undefined
    }),
}

// Processes of Vitest and the threads of the product compile their modules once, not at each start: stripping types and compiling
// took 140 instead of 50 ms in each.
process.env['NODE_COMPILE_CACHE'] ??= compileCache.NODE_COMPILE_CACHE

const ignored = ['**/node_modules/**', '**/dist/**']
const longSpecs = ['{contracts,infra,command-api,projections,processes,bench,scripts}/**/*.long.spec.ts']
/** Random histories and requests: a few with each commit, many in the long lane. */
const randomSpecs = [
  'processes/{fuzz,start-from-snapshots}.int.spec.ts',
  'projections/src/{backup-file,public-store,what-if-boards}.property.{int.,}spec.ts',
  'projections/src/score-history.int.spec.ts',
  'projections/src/{judging/fold,leaderboard/page/paging}.int.spec.ts',
]
const withOwnProcess = specsWithOwnProcess(import.meta.dirname)

export default defineConfig({
  plugins: [textsWithoutBuild, cacheKeyOfMessages],
  test: {
    fsModuleCache: true,
    exclude: ignored,
    projects: [
      {
        // Starting a process and loading the modules takes longer than most specs (`infra/testing/own-process.ts`).
        extends: true,
        test: {
          name: 'shared process',
          include: [
            '{contracts,infra,command-api,projections,processes,frontend,bench,scripts}/**/*.spec.{ts,tsx}',
            '*.spec.ts',
          ],
          exclude: [...ignored, ...longSpecs, ...withOwnProcess],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own process', include: withOwnProcess, exclude: [...ignored, ...longSpecs] },
      },
      // What kills, waits or measures: `npm run test:long`.
      {
        extends: true,
        test: { name: 'long', include: [...longSpecs, ...randomSpecs], env: { LONG_LANE: 'yes' } },
      },
    ],
    setupFiles: [
      'infra/testing/fail-on-console.ts',
      'command-api/testing/cheap-argon2.ts',
      'frontend/testing/react-setup.ts',
    ],
    // More than the two cores of the smallest machine: many specs wait for Redis, sockets and timers.
    maxWorkers: 4,
    sequence: { sequencer: LongestSpecsFirst },
    // Enough for a spec that starts the whole product on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Failures show their values, not only how many there are.
    chaiConfig: { truncateThreshold: 1_000 },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
