import { expect, test } from 'vitest'
import { withMainImage, withPageHead } from './page-head.ts'

const page = `<!doctype html><html><head><meta name="description" content="Old." /><title>Site</title>
<script nonce="CSP_NONCE"></script></head><body></body></html>`
const head = { site: 'Site', title: 'A & B', description: 'Text', image: '/card.png' }
const where = { origin: 'https://site.example', path: '/p/1' }

test('a page has the title, the text and the absolute address of the picture in its head', () => {
  const html = withPageHead(page, head, where)
  expect(html).toContain('<title>A &amp; B</title>')
  expect(html).toContain('<meta property="og:title" content="A &amp; B" />')
  expect(html).toContain('<meta name="description" content="Text" />')
  expect(html).toContain('<meta property="og:image" content="https://site.example/card.png" />')
  expect(html).toContain('<meta property="og:url" content="https://site.example/p/1" />')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />')
  expect(html).not.toContain('Old.')
})

const hostile = [
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  "' onload='alert(1)",
  "$& $1 $` $'",
  'CSP_NONCE',
  '<meta http-equiv="refresh" content="0;url=http://evil.example">',
]

/** The characters of a page that are markup. */
const markup = (html: string) => html.replaceAll(/[^<"]/g, '')

test.each(hostile)('%j stays a text of the head', (text) => {
  const texts = { ...head, title: text, description: text }
  const html = withPageHead(page, texts, { ...where, path: `/p/${text}` })
  expect(markup(html)).toBe(markup(withPageHead(page, head, where)))
})

const outline = `<link rel="preload" as="image" imageSrcSet="{{image-set}}"/><p><img srcSet="{{image-set}}" src="{{image}}" alt=""/></p>`

test('the main image of a prerendered page is in its element and in the link that loads it early', () => {
  expect(withMainImage(outline, { src: '/a.webp', srcSet: '/a-small.webp 640w, /a.webp 1600w' })).toBe(
    '<link rel="preload" as="image" imageSrcSet="/a-small.webp 640w, /a.webp 1600w"/>' +
      '<p><img srcSet="/a-small.webp 640w, /a.webp 1600w" src="/a.webp" alt=""/></p>',
  )
})

test('a prerendered page without a main image has no element for it', () => {
  expect(withMainImage(outline, undefined)).toBe('<p></p>')
})

test.each(hostile)('%j stays an address of the main image', (text) => {
  const html = withMainImage(outline, { src: text, srcSet: text })
  expect(markup(html)).toBe(markup(outline))
})
