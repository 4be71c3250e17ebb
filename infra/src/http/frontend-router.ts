// Serves the built frontend: hashed files cached for a year, other files for an hour, and for a page address the file that the build made
// for it in the language of the reader, or else index.html. Also redirects from other names of this machine to the public address.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import express, { Router, type Request, type RequestHandler } from 'express'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import { isOnThisMachine } from '../config/engine-address.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { withMainImage, withPageHead, type PageHead } from './page-head.ts'
import { readerLanguage, type ReaderLanguages } from './reader-language.ts'
import { allowStyles } from './security-headers.ts'

/** Where the build puts the files of pages. */
const pagesFolder = 'pages'

const hourMs = 60 * 60 * 1000
const yearMs = 365 * 24 * hourMs

/**
 * `origin` is the public origin of the installation. A file that the build has also compressed (`.br`, `.gz`) is sent in the best form
 * that the caller accepts. Without a build, page addresses answer 404 with a hint, and the API still works. `headOf` finds what other
 * sites show of a page.
 */
export function frontendRouter(directory: string, origin: string, headOf: FindPageHead = noHead): Router {
  const router = Router()
  const indexFile = join(directory, 'index.html')
  if (!existsSync(indexFile)) {
    router.get('/{*page}', (_request, response) => {
      response.status(404).type('text/plain').send('The frontend is not built yet: npm start builds it.')
    })
    return router
  }
  const files = { index: false, redirect: false } as const
  const hashed = { ...files, fallthrough: false, immutable: true, maxAge: yearMs }
  router.use(hideFiles)
  router.use(selectCompressedFile(directory))
  router.use('/assets', express.static(join(directory, 'assets'), hashed))
  router.use(express.static(directory, { ...files, maxAge: hourMs, dotfiles: 'ignore' }))
  const sendPage = pageHandler(directory, origin, headOf)
  router.get('/{*page}', onlyPages, redirectToPublicName(origin), sendPage)
  return router
}

/**
 * The files of pages are sent under the addresses of their pages only: what the server fills in is missing in them. Other
 * spellings of their addresses lead to the same files. A compressed file has the right type only under the address of the file.
 */
const hideFiles: RequestHandler = ({ path }, _response, next) =>
  // A path that cannot be decoded leads to no file.
  next(hiddenFile.test(percentDecoded(path) ?? path) ? 'router' : undefined)

const hiddenFile = new RegExp(`^/+${pagesFolder}(/|$)|\\.(html|br|gz)$`, 'i')

type Encoding = 'br' | 'gzip'
const suffixes = { br: '.br', gzip: '.gz' } as const

/** Returns the smallest encoding that a caller accepts, regardless of its order of preference. */
function acceptedEncoding(request: Request): Encoding | undefined {
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding)
}

/** Directs a request for a file to its compressed form. Ranges are sent of the file itself. */
function selectCompressedFile(directory: string): RequestHandler {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const files = new Set(names.map((name) => `/${name.split(sep).join('/')}`))

  return (request, response, next) => {
    const { method, path } = request
    if (!['GET', 'HEAD'].includes(method) || !files.has(`${path}${suffixes.br}`)) return next()
    response.vary('Accept-Encoding')
    const encoding = request.headers.range === undefined ? acceptedEncoding(request) : undefined
    if (encoding === undefined) return next()
    request.url = `${path}${suffixes[encoding]}`
    response.type(extname(path)).setHeader('Content-Encoding', encoding)
    next()
  }
}

/** Stands for the nonce in the built pages. */
const noncePlaceholder = 'CSP_NONCE'

/** A page differs in every response, so a quick compression is better than the best one. */
const compress = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: string) => gzipSync(html),
}

/**
 * Returns the head of the page of a request in a language; `undefined` for a page that keeps its own. It has 300 ms and must not throw.
 */
export type FindPageHead = (request: Request, language: string) => Promise<PageHead | undefined>

/** How long a page waits for its head, in milliseconds. People need the page and not its head. */
const headTimeoutMs = 300

const noHead: FindPageHead = async () => undefined

/** An address with a file extension is not a page, so a missing image or script answers 404. */
const onlyPages: RequestHandler = ({ path }, _response, next) =>
  next(/\.\w+$/.test(path) ? 'router' : undefined)

function pageHandler(directory: string, origin: string, headOf: FindPageHead): RequestHandler {
  const { languages, pageFor } = readPages(directory, origin)
  return async (request, response) => {
    const encoding = acceptedEncoding(request)
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding)
    const [, query = ''] = request.url.split('?')
    const link = sharedLink(query, languages.offered)
    const { language, page } = pageFor(request, link.query)
    response.vary('Accept-Encoding, Accept-Language, Cookie').set({
      'Cache-Control': 'no-store',
      'Content-Language': language,
    })
    // The nonce first: a text of a user in the head must not receive it.
    const ownHtml = page.html.replaceAll(noncePlaceholder, allowStyles(response, page.styles))
    const head = await pTimeout(headOf(request, link.language ?? language), {
      milliseconds: headTimeoutMs,
      fallback: () => undefined,
    })
    // Sites that follow `og:url` would find the other language without the parameter.
    const path = link.language === undefined ? request.path : `${request.path}?language=${link.language}`
    const ownPage = withMainImage(ownHtml, head?.mainImage)
    const html = head ? withPageHead(ownPage, head, { origin, path }) : ownPage
    response.type('html').send(encoding === undefined ? html : compress[encoding](html))
  }
}

/**
 * Returns the language that a link was shared in, if it is offered, and the query of the page without it. Crawlers rarely say which
 * language they prefer, so the link does. The page itself is in the language of its reader.
 */
function sharedLink(query: string, offered: readonly string[]): { language?: string; query: string } {
  const parameters = new URLSearchParams(query)
  const code = parameters.get('language')
  if (code === null) return { query }
  parameters.delete('language')
  const language = offered.find((each) => each === code)
  return { ...(language !== undefined && { language }), query: parameters.toString() }
}

/**
 * Redirects pages that are requested under another name of this machine, such as `127.0.0.1` in place of `localhost`, to the public
 * address: passkeys, sign-in providers and the session of the browser belong to that name. Only names of this machine at the same port
 * are redirected, and only to the configured origin, so that no `Host` leads anywhere else.
 */
export function redirectToPublicName(origin: string): RequestHandler {
  const publicUrl = new URL(origin)
  return (request, response, next) => {
    if (!isOtherName(request.headers.host, publicUrl)) return next()
    response.set('Cache-Control', 'no-store').redirect(302, `${origin}${request.originalUrl}`)
  }
}

function isOtherName(host: string | undefined, publicUrl: URL): boolean {
  const requested = URL.parse(`${publicUrl.protocol}//${host ?? ''}`)
  return (
    requested !== null &&
    isOnThisMachine(requested.hostname, publicUrl.hostname) &&
    requested.hostname !== publicUrl.hostname &&
    requested.port === publicUrl.port
  )
}

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

/** Stands in the files for the public origin, which the build does not know. */
const originPlaceholder = '{{origin}}'

type Page = { html: string; styles: readonly string[] }

/** Without a table, a build has `index.html` alone, in English. Throws if it is malformed. */
function readTable(directory: string): Table {
  const table = join(directory, pagesFolder, 'pages.json')
  return existsSync(table)
    ? pageTable.parse(JSON.parse(readFileSync(table, 'utf8')))
    : [{ language: 'en', onRequest: false, index: '../index.html', pages: [] }]
}

/** Reads the files of pages in a folder. Throws if its table is malformed or a file is missing. */
function readPages(directory: string, origin: string) {
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
