import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { textsIn, textsWithoutBuild } from './build/i18n/texts-plugin.ts'
import type { Language } from './src/shared/i18n/languages.ts'
import { withoutUnusedSchemas } from './build/without-unused-schemas.ts'

/** Must equal the line in src/shared/styles/layers.css. */
const layerOrder = '@layer reset,tokens,base,components,screens;'

const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** The font of the headings, which are the largest text of every first view. The others follow with the style sheet. */
const preloadedFonts = /archivo-wide-basic.*\.woff2$/

/** Preloads these fonts in the head of the page, before the style sheet that refers to them has loaded. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => preloadedFonts.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
  },
}

/**
 * The first style sheet that declares the layers sets their order, and the bundler decides which style sheet loads first.
 * So every style sheet begins with the complete order.
 */
const layerOrderFirst: Plugin = {
  name: 'layer-order-first',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `${layerOrder}${file.source.toString()}`
    },
  },
}

/**
 * Browsers keep files outside of `assets` for an hour. With the hash of its content in its address, a page always gets the
 * script of its own release.
 */
const versionedBeforePaint: Plugin = {
  name: 'versioned-before-paint',
  apply: 'build',
  transformIndexHtml: (html) => {
    const content = readFileSync(join(import.meta.dirname, 'public/before-paint.js'))
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
    return html.replace('"/before-paint.js"', `"/before-paint.js?${hash}"`)
  },
}

/** Vite warns about the style sheets that `composes` reads. They have no assets, which the warning is about. */
export const withoutComposesWarning: Plugin = {
  name: 'without-composes-warning',
  configResolved: ({ logger }) => {
    const { warnOnce } = logger
    logger.warnOnce = (message, options) => {
      if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
    }
  },
}

/** Returns the settings of a build in a language, or of the development server, whose pages choose it. */
export const configOf = (language?: Language): UserConfig => ({
  root: import.meta.dirname,
  plugins: [
    language ? textsIn(language) : textsWithoutBuild,
    react(),
    withoutComposesWarning,
    withoutUnusedSchemas,
    preloadFonts,
    versionedBeforePaint,
    layerOrderFirst,
  ],
  css: {
    modules: { generateScopedName: language ? '[hash:base64:5]' : '[local]-[hash:base64:3]' },
  },
  build: {
    outDir: 'dist',
    // The languages are built one after another.
    emptyOutDir: false,
    // Keeps CSS nesting and light-dark(): all browsers of the last two years support them, and what the scripts call.
    cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
    // Images and fonts stay files: the content security policy does not allow data: URLs for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Some screens load a dialog when it opens, which others import.
      checks: { ineffectiveDynamicImport: false },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/auth': { target: server, bypass: (request) => (request.method === 'GET' ? request.url : undefined) },
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})

export default defineConfig(configOf())
