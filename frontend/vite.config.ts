import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** The same line as in src/shared/styles/layers.css. */
const layerOrder = '@layer reset,tokens,base,components,screens;'

const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** The two faces that the first text needs. The mono face may come late. */
const firstFaces = /(archivo-latin-wdth|instrument-sans-latin-wght)-normal.*\.woff2$/

/** Asks for the first faces in the head of the page, before the style sheet that names them has arrived. */
const preloadFirstFaces: Plugin = {
  name: 'preload-first-faces',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => firstFaces.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
  },
}

/**
 * Which layer wins is settled by the first style sheet that names one, and the bundler decides which sheet comes
 * first. So every sheet begins with the whole order.
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

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), preloadFirstFaces, layerOrderFirst],
  css: {
    modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[local]-[hash:base64:3]' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nesting goes out as it was written; every browser of the last two years reads it.
    cssTarget: ['chrome120', 'firefox121', 'safari17.2'],
    // Pictures and faces stay files: the content policy allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/auth': { target: server, bypass: (request) => (request.method === 'GET' ? request.url : undefined) },
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
}))
