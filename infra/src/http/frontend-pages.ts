// Reads the files of pages that the build has made, and finds the pages in the language of a reader.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from 'express'
import { z } from 'zod'
import { readerLanguage, type ReaderLanguages } from './reader-language.ts'

/**
 * The pages of a build by language, the default language first. A language that is `onRequest` is shown only to readers who have
 * chosen it. `index` is the file for addresses without their own page. `query` is the query string of an address, or `*` for
 * every one. A `*` in a path stands for one segment. `styles` are the hashes of the `style` attributes in the file.
 */
const pageTable = z
  .array(
    z.object({
      language: z.string(),
      onRequest: z.boolean().default(false),
      index: z.string(),
      pages: z.array(
        z.object({
          path: z.string(),
          query: z.string(),
          file: z.string(),
          styles: z.array(z.string()).default([]),
        }),
      ),
    }),
  )
  .nonempty()

/** Where the build puts the files of pages. */
export const pagesFolder = 'pages'

/** Stands in the files for the public origin, which the build does not know. */
const originPlaceholder = '{{origin}}'

type Page = { html: string; styles: readonly string[] }

export type LanguagePages = {
  language: string
  onRequest: boolean
  /** Returns the page of an address. */
  pageOf: (path: string, query: string) => Page
}

/**
 * Reads the files that `pages.json` in the folder names; only `index.html`, in English, if the build has no such table. Throws if the
 * table is malformed or a file is missing.
 */
export function readPages(directory: string, origin: string): readonly LanguagePages[] {
  const read = (file: string, styles: readonly string[] = []): Page => ({
    html: readFileSync(join(directory, file), 'utf8').replaceAll(originPlaceholder, origin),
    styles,
  })
  const table = join(directory, pagesFolder, 'pages.json')
  if (!existsSync(table)) {
    const page = read('index.html')
    return [{ language: 'en', onRequest: false, pageOf: () => page }]
  }
  return pageTable
    .parse(JSON.parse(readFileSync(table, 'utf8')))
    .map(({ language, onRequest, index: indexFile, pages }) => {
      const index = read(join(pagesFolder, indexFile))
      const byAddress = new Map(
        pages.map(({ path, query, file, styles }) => [
          `${path}?${query}`,
          read(join(pagesFolder, file), styles),
        ]),
      )
      const patterns = pages
        .filter(({ path }) => path.includes('*'))
        .map(({ path }) => ({
          path,
          pattern: new RegExp(`^${path.split('*').map(escapeForPattern).join('[^/]+')}$`),
        }))
      return {
        language,
        onRequest,
        pageOf: (path, query) => {
          const similar = patterns.filter(({ pattern }) => pattern.test(path)).map((page) => page.path)
          const addresses = [path, ...similar].flatMap((known) => [`${known}?${query}`, `${known}?*`])
          return byAddress.get(addresses.find((address) => byAddress.has(address)) ?? '') ?? index
        },
      }
    })
}

/** Returns the pages in the language of the reader; see `readerLanguage`. */
export function pagesForReader(
  request: Pick<Request, 'headers' | 'acceptsLanguages'>,
  pages: readonly LanguagePages[],
): LanguagePages {
  const language = readerLanguage(request, languagesOf(pages))
  const page = pages.find((each) => each.language === language)
  if (page === undefined) throw new Error('The build has no pages.')
  return page
}

const languagesOf = (
  pages: readonly Pick<LanguagePages, 'language' | 'onRequest'>[],
): ReaderLanguages<string> => {
  const [first = 'en', ...others] = pages
    .filter(({ onRequest }) => !onRequest)
    .map(({ language }) => language)
  return { known: pages.map(({ language }) => language), offered: [first, ...others] }
}

/** Returns the languages of the build in the directory; English if it has no `pages.json`. Throws if the table is malformed. */
export function readLanguages(directory: string): ReaderLanguages<string> {
  const table = join(directory, pagesFolder, 'pages.json')
  if (!existsSync(table)) return { known: ['en'], offered: ['en'] }
  return languagesOf(pageTable.parse(JSON.parse(readFileSync(table, 'utf8'))))
}

/** Returns words as the source of a regular expression that matches them. */
const escapeForPattern = (words: string): string => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
