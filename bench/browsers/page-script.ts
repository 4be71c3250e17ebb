// Builds the product's own script of the leaderboard, from its live data down to its requests and its socket, without the screen.

import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { textsIn } from '../../frontend/build/i18n/texts-plugin.ts'
import { withoutUnusedSchemas } from '../../frontend/build/without-unused-schemas.ts'
import { languages } from '../../frontend/src/shared/i18n/languages.ts'

const frontend = join(import.meta.dirname, '../../frontend')

/** Returns a script that declares `page` with what `features/leaderboard/leaderboard.ts` exports. */
export async function buildPageScript(): Promise<string> {
  // Safe: a library that is not written to files is a list of outputs, one for each format.
  const [output] = (await build({
    root: frontend,
    configFile: false,
    logLevel: 'error',
    plugins: [textsIn(languages[0]), withoutUnusedSchemas],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(frontend, 'src/features/leaderboard/leaderboard.ts'),
        formats: ['iife'],
        name: 'page',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput[]
  const script = output?.output[0].code
  if (script === undefined) throw new Error('The leaderboard of the browser could not be built.')
  return script
}
