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
type Table = z.infer<typeof pageTable>

/** Where the build puts the files of pages. */
export const pagesFolder = 'pages'

/** Stands in the files for the public origin, which the build does not know. */
const originPlaceholder = '{{origin}}'

type Page = { html: string; styles: readonly string[] }

export type BuiltPages = ReturnType<typeof readPages>

/** Without a table, a build has `index.html` alone, in English. Throws if it is malformed. */
function readTable(directory: string): Table {
  const table = join(directory, pagesFolder, 'pages.json')
  return existsSync(table)
    ? pageTable.parse(JSON.parse(readFileSync(table, 'utf8')))
    : [{ language: 'en', onRequest: false, index: '../index.html', pages: [] }]
}

/** Reads the files of pages in a folder. Throws if its table is malformed or a file is missing. */
export function readPages(directory: string, origin: string) {
  const table = readTable(directory)
  const read = (file: string, styles: readonly string[] = []): Page => ({
    html: readFileSync(join(directory, pagesFolder, file), 'utf8').replaceAll(originPlaceholder, origin),
    styles,
  })
  const languages = languagesOf(table)
  const finders = new Map(table.map((each) => [each.language, pageFinder(each, read)]))
  return {
    languages,
    /** Returns the language of a reader, and the page for an address in it. `query` is the query string of the address. */
    pageFor: (request: Request, query: string): { language: string; page: Page } => {
      const language = readerLanguage(request, languages)
      const page = finders.get(language)?.(request.path, query)
      if (page === undefined) throw new Error('The build has no pages.')
      return { language, page }
    },
  }
}

function pageFinder(
  { index, pages }: Table[number],
  read: (file: string, styles?: readonly string[]) => Page,
) {
  const other = read(index)
  // Exact addresses come first.
  const known = pages
    .toSorted((a, b) => wildcards(a) - wildcards(b))
    .map(({ path, query, file, styles }) => ({ path: patternOf(path), query, page: read(file, styles) }))
  return (path: string, query: string): Page =>
    known.find((each) => each.path.test(path) && [query, '*'].includes(each.query))?.page ?? other
}

const wildcards = ({ path, query }: { path: string; query: string }): number =>
  2 * Number(path.includes('*')) + Number(query === '*')

/** Addresses of pages have letters, digits and hyphens. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll('*', '[^/]+')}$`)

function languagesOf(table: Table): ReaderLanguages<string> {
  const [first = 'en', ...others] = table
    .filter(({ onRequest }) => !onRequest)
    .map(({ language }) => language)
  return { known: table.map(({ language }) => language), offered: [first, ...others] }
}

/** Returns the languages of the build in the directory; English if it has no `pages.json`. Throws if the table is malformed. */
export const readLanguages = (directory: string): ReaderLanguages<string> => languagesOf(readTable(directory))
