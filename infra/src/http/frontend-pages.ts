import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from 'express'
import { z } from 'zod'

/**
 * The pages of a build by language, the default language first. A language that is `onRequest` is shown only to readers who have
 * chosen it. `index` is the file for addresses without a page of their own. `query` is the query string of an address, or `*` for
 * every one. `styles` are the hashes of the `style` attributes in the file.
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
export function readPages(directory: string, folder: string, origin: string): readonly LanguagePages[] {
  const read = (file: string, styles: readonly string[] = []): Page => ({
    html: readFileSync(join(directory, file), 'utf8').replaceAll(originPlaceholder, origin),
    styles,
  })
  const table = join(directory, folder, 'pages.json')
  if (!existsSync(table)) {
    const page = read('index.html')
    return [{ language: 'en', onRequest: false, pageOf: () => page }]
  }
  return pageTable
    .parse(JSON.parse(readFileSync(table, 'utf8')))
    .map(({ language, onRequest, index: indexFile, pages }) => {
      const index = read(join(folder, indexFile))
      const byAddress = new Map(
        pages.map(({ path, query, file, styles }) => [`${path}?${query}`, read(join(folder, file), styles)]),
      )
      return {
        language,
        onRequest,
        pageOf: (path, query) => byAddress.get(`${path}?${query}`) ?? byAddress.get(`${path}?*`) ?? index,
      }
    })
}

/**
 * Returns the pages in the language that the reader has chosen (cookie `language`), else in the one that suits the header
 * `Accept-Language` best, else in the default language.
 */
export function pagesForReader(
  request: Pick<Request, 'headers' | 'acceptsLanguages'>,
  pages: readonly LanguagePages[],
): LanguagePages {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const offered = pages.filter(({ onRequest }) => !onRequest).map(({ language }) => language)
  const found = pages.find(({ language }) => language === chosen)
  if (found !== undefined) return found
  const accepted = request.acceptsLanguages(offered)
  const page = pages.find(({ language }) => language === accepted) ?? pages[0]
  if (page === undefined) throw new Error('The build has no pages.')
  return page
}
