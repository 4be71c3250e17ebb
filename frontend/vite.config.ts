import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFirstFaces],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Pictures and faces stay files: the content policy allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/auth': { target: server, bypass: (request) => (request.method === 'GET' ? request.url : undefined) },
      '/media': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
