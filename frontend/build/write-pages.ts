// Writes the HTML files and the web app manifest of a language after its scripts were built. `html-pages.ts` says which pages there are, and
// which of them are prerendered.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import type { Screens } from '../src/shared/navigation/screens.ts'
import type { RenderedPage } from '../src/prerender.tsx'
import type { PathFor } from '../src/shared/http/endpoint-types.ts'
import { languages, type Language } from '../src/shared/i18n/languages.ts'
import {
  manifestName,
  readHeads,
  translateManifest,
  translateTemplate,
  type Heads,
} from './i18n/page-texts.ts'
import { textsIn } from './i18n/texts-plugin.ts'
import { htmlPagesOf, type Page } from './html-pages.ts'
import { configOf, withoutComposesWarning } from '../vite.config.ts'

type Bundle = Rolldown.RolldownOutput['output']
type Renderer = {
  renderPage: (path: string) => Promise<RenderedPage>
  screens: Screens
  adminScreens: Screens
}
type Render = (path: string, audience: Audience) => Promise<RenderedPage>
type Audience = NonNullable<Page['audience']>

/** What the browsers of each audience have stored: nothing, or a token. */
const storedKeys = {
  everyone: undefined,
  visitors: undefined,
  participants: 'token',
  admins: 'adminToken',
} as const satisfies Record<Audience, string | undefined>

/** What every page of these readers asks for, besides the data of its screen. */
const sharedRequests: readonly PathFor<'GET'>[] = ['/api/auth/me', '/api/challenge/current-day']

/** Replaced by the server with the public origin of the installation, which the build does not know. */
const originPlaceholder = '{{origin}}'

/**
 * Writes the web app manifest of a language, and an HTML file for every page of `htmlPagesOf`, which names the files of its screens. Pages
 * with an `audience` are prerendered: they can be read before the scripts run. Returns the row of the language in `pages.json`, by which
 * the server finds the files. `dist` has the `bundle` of the language, its `index.html` and the public files.
 */
export async function writePages(language: Language, dist: string, bundle: Bundle): Promise<object> {
  const { code, complete = false } = language
  const heads = readHeads(language)
  const manifest = readFileSync(join(dist, manifestName(languages[0])), 'utf8')
  writeFileSync(join(dist, manifestName(language)), translateManifest(manifest, language, heads))
  const write = (file: string, html: string): string => {
    writeFileSync(join(dist, 'pages', code, file), html)
    return `${code}/${file}`
  }
  mkdirSync(join(dist, 'pages', code), { recursive: true })
  const { pages, render } = await buildRenderer(language)
  const template = translateTemplate(readFileSync(join(dist, 'index.html'), 'utf8'), language, heads)
  const rows = []
  for (const page of pages) {
    const html = await pageHtml(page, template, bundle, render, heads)
    const { path, query } = page
    rows.push({ path, query, file: write(page.file, html), styles: styleHashes(html) })
  }
  return { language: code, onRequest: !complete, index: write('index.html', template), pages: rows }
}

async function pageHtml(
  page: Page,
  template: string,
  bundle: Bundle,
  render: Render,
  heads: Heads,
): Promise<string> {
  const links = linksOf(page, template, bundle)
  const withLinks = template.replace('</head>', `${links.join('\n    ')}\n  </head>`)
  if (page.audience === undefined) return withLinks
  // The text is there already, so the scripts wait until it is painted: before-paint.js loads them.
  const withLateScripts = withLinks
    .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, '<meta name="script" content="$1" />')
    .replaceAll(/<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g, '<meta name="script" content="$1" />')
  const url = page.query === '*' || page.query === '' ? page.path : `${page.path}?${page.query}`
  const { html: content, requests } = await render(url, page.audience)
  return withLateScripts
    .replace('</head>', () => `  ${requestTags(page, requests).join('  ')}</head>`)
    .replace(/<title>.*<\/title>/, (title) =>
      page.head ? `<title>${heads[`${page.head}Title`]}</title>` : title,
    )
    .replace(/<meta name="description"[^>]*>/, (tag) => headTags(page, heads) || tag)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-prerendered="${page.audience}">${content}</div>`,
    )
}

/**
 * Names the requests of a screen, which before-paint.js sends before any other script has loaded. The number of a segment of the address
 * stands for a parameter, in braces.
 */
function requestTags({ path, audience }: Page, requests: readonly string[]): string[] {
  if (audience !== 'participants' && audience !== 'admins') return []
  const parameter = `{${path.split('/').indexOf('*')}}`
  return [...new Set([...sharedRequests, ...requests])].map(
    (url) =>
      `<meta name="request" content="${url.replaceAll('*', parameter).replaceAll('&', '&amp;')}" />\n  `,
  )
}

/**
 * Returns the hashes of the `style` attributes of a page. React writes computed sizes there, and the content security policy
 * has to name each of them.
 */
function styleHashes(html: string): string[] {
  const values = [...html.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) => value)
  return [...new Set(values)].map((value) => `sha256-${createHash('sha256').update(value).digest('base64')}`)
}

function headTags({ path, head: name }: Page, heads: Heads): string {
  if (name === undefined) return ''
  const description = heads[`${name}Description`]
  const url = `${originPlaceholder}${path}`
  const tags = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Thirty'],
    ['property', 'og:title', heads[`${name}Title`]],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${content}" />`)
  return [...tags, `<link rel="canonical" href="${url}" />`].join('\n    ')
}

/** Returns the link elements of the scripts and style sheets that the screens need and the template does not name yet. */
function linksOf(page: Page, template: string, bundle: Bundle): string[] {
  const chunks = new Set<Rolldown.OutputChunk>()
  for (const screen of page.screens) addWithImports(chunkOf(screen, bundle), bundle, chunks)
  const scripts = [...chunks].map(({ fileName }) => fileName)
  const styles = [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const isMissing = (file: string) => !template.includes(`"/${file}"`)
  return [
    ...new Set(styles.filter(isMissing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)),
    ...scripts.filter(isMissing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
}

function chunkOf(screen: string, bundle: Bundle): Rolldown.OutputChunk {
  const chunk = bundle.find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/src/${screen}`)),
  )
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk with the screen ${screen}.`)
  return chunk
}

function addWithImports(chunk: Rolldown.OutputChunk, bundle: Bundle, found: Set<Rolldown.OutputChunk>) {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle.find(({ fileName }) => fileName === name)
    if (imported?.type === 'chunk') addWithImports(imported, bundle, found)
  }
}

/** Builds `src/prerender.tsx` for Node in a language. The class names equal the browser's build. */
async function buildRenderer(language: Language): Promise<{ pages: readonly Page[]; render: Render }> {
  const { css = {} } = configOf(language)
  const folder = mkdtempSync(join(tmpdir(), 'thirty-prerender-'))
  try {
    await build({
      root: join(import.meta.dirname, '..'),
      configFile: false,
      logLevel: 'warn',
      plugins: [textsIn(language), react(), withoutComposesWarning],
      css,
      publicDir: false,
      // Nothing is imported from packages, so the file can be run from any folder.
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
      },
    })
    const { href } = pathToFileURL(join(folder, 'prerender.mjs'))
    const renderers = new Map<string, Renderer>()
    for (const [audience, storedKey] of Object.entries(storedKeys)) {
      // The session begins with what is stored: a token of these readers, which is not checked yet.
      Object.assign(globalThis, {
        localStorage: { getItem: (key: string) => (key === storedKey ? 'a token' : null) },
      })
      // Safe: `src/prerender.tsx` is of this type.
      renderers.set(audience, (await import(`${href}?${audience}`)) as Renderer)
    }
    Reflect.deleteProperty(globalThis, 'localStorage')
    const [first] = renderers.values()
    return {
      pages: first === undefined ? [] : htmlPagesOf(first.screens, first.adminScreens),
      render: async (path, audience) =>
        (await renderers.get(audience)?.renderPage(path)) ?? { html: '', requests: [] },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
