import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { CSSOptions, Plugin, Rolldown } from 'vite'
import type { Screens } from '../src/shared/navigation/screens.ts'
import type { Language } from '../src/shared/i18n/languages.ts'
import { builtLanguages, localizeScripts } from './i18n/localize.ts'
import { fillerOf } from './i18n/placeholders.ts'
import { manifestName, translateManifest } from './i18n/manifest.ts'
import { translateTemplate } from './i18n/template.ts'
import { readHeads } from './i18n/heads.ts'
import type { Heads } from './i18n/heads.ts'
import { textsOfTheBuild } from './i18n/texts-plugin.ts'
import { pagesOf } from './pages.ts'
import type { Page } from './pages.ts'
import { withoutComposesWarning } from './without-composes-warning.ts'

type Bundle = Rolldown.OutputBundle
type Renderer = { renderPage: (path: string) => Promise<string>; screens: Screens; adminScreens: Screens }
type Render = (path: string, audience: Audience, language: Language) => Promise<string>
type Audience = NonNullable<Page['audience']>

/** What the browsers of each audience have stored: nothing, or a token. */
const storedKeys = {
  everyone: undefined,
  visitors: undefined,
  participants: 'token',
  admins: 'adminToken',
} as const satisfies Record<Audience, string | undefined>

/** Replaced by the server with the public origin of the installation, which the build does not know. */
const originPlaceholder = '{{origin}}'

/**
 * Makes the scripts of every language, writes an HTML file for every page of `pagesOf` in every language, which names the files
 * of its screens, and `pages.json`, by which the server finds it. Pages with an `audience` are prerendered: they can be read
 * before the scripts run.
 */
export const prerender: Plugin = {
  name: 'prerender',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }, bundle) {
      if (dir === undefined) return
      const localize = localizeScripts(dir)
      const template = readFileSync(join(dir, 'index.html'), 'utf8')
      const { pages, render } = await buildRenderer(this.environment.config.css)
      const manifest = readFileSync(join(dir, 'manifest.webmanifest'), 'utf8')
      const table: object[] = []
      for (const language of builtLanguages) {
        const heads = readHeads(language)
        writeFileSync(join(dir, manifestName(language)), translateManifest(manifest, language, heads))
        const folder = join(dir, 'pages', language.code)
        mkdirSync(folder, { recursive: true })
        const write = (file: string, html: string): string => {
          writeFileSync(join(folder, file), localize(language, html))
          return `${language.code}/${file}`
        }
        const translated = translateTemplate(template, language, heads)
        const rows = []
        for (const page of pages) {
          const html = await pageHtml(page, translated, bundle, render, language, heads)
          const { path, query } = page
          rows.push({ path, query, file: write(page.file, html), styles: styleHashes(html) })
        }
        const { code, complete = false } = language
        const index = write('index.html', translated)
        table.push({ language: code, onRequest: !complete, index, pages: rows })
      }
      writeFileSync(join(dir, 'pages', 'pages.json'), JSON.stringify(table))
    },
  },
}

async function pageHtml(
  page: Page,
  template: string,
  bundle: Bundle,
  render: Render,
  language: Language,
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
  const content = await render(url, page.audience, language)
  return withLateScripts
    .replace(/<title>.*<\/title>/, (title) =>
      page.head ? `<title>${heads[page.head].title}</title>` : title,
    )
    .replace(/<meta name="description"[^>]*>/, (tag) => headTags(page, heads) || tag)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-prerendered="${page.audience}">${content}</div>`,
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
  const head = heads[name]
  const url = `${originPlaceholder}${path}`
  const tags = [
    ['name', 'description', head.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Thirty'],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
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
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/src/${screen}`)),
  )
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk with the screen ${screen}.`)
  return chunk
}

function addWithImports(chunk: Rolldown.OutputChunk, bundle: Bundle, found: Set<Rolldown.OutputChunk>) {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') addWithImports(imported, bundle, found)
  }
}

/** Builds `src/prerender.tsx` for Node. The class names equal the browser's build. */
async function buildRenderer(css: CSSOptions): Promise<{ pages: readonly Page[]; render: Render }> {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-prerender-'))
  try {
    await build({
      root: join(import.meta.dirname, '..'),
      configFile: false,
      logLevel: 'warn',
      plugins: [...textsOfTheBuild, react(), withoutComposesWarning],
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
    const renderers = new Map<string, Renderer>()
    const code = readFileSync(join(folder, 'prerender.mjs'), 'utf8')
    for (const language of builtLanguages) {
      const file = join(folder, `${language.code}.mjs`)
      writeFileSync(file, fillerOf(language)(code))
      const { href } = pathToFileURL(file)
      for (const [audience, storedKey] of Object.entries(storedKeys)) {
        // The session begins with what is stored: a token of these readers, which is not checked yet.
        Object.assign(globalThis, {
          localStorage: { getItem: (key: string) => (key === storedKey ? 'a token' : null) },
        })
        // Safe: `src/prerender.tsx` is of this type.
        renderers.set(`${language.code} ${audience}`, (await import(`${href}?${audience}`)) as Renderer)
      }
      Reflect.deleteProperty(globalThis, 'localStorage')
    }
    const [first] = renderers.values()
    return {
      pages: first === undefined ? [] : pagesOf(first.screens, first.adminScreens),
      render: async (path, audience, language) =>
        (await renderers.get(`${language.code} ${audience}`)?.renderPage(path)) ?? '',
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
