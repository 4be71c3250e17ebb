import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { languages } from '../src/shared/i18n/languages.ts'

/** Images and fonts are compressed already. The page is compressed by the server, which may add to it. */
const compressible = /\.(js|css|svg|json|webmanifest|txt|map)$/
/** Smaller files fit into one packet of the network with or without compression. */
const minBytes = 1_000
/** Nobody waits for the scripts of the test languages. */
const testLanguages = languages.filter(({ pseudo }) => pseudo).map(({ code }) => `assets/${code}/`)

/** Writes a compressed form (`.br` and `.gz`) beside every text file of the build, so that the server has no work with it. */
export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    // All other plugins have written their files.
    sequential: true,
    handler: ({ dir }) => {
      if (dir !== undefined) compressFiles(dir)
    },
  },
}

/** Compresses the files in a folder and its subfolders. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name) || testLanguages.some((start) => name.startsWith(start))) continue
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length <= minBytes) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}
