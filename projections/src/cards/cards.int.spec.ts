import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import {
  certificateFacts as certificate,
  participantFacts as participant,
  projectFacts as project,
} from '@thirty/projections/testing/card-facts.ts'
import { expect, test, vi } from 'vitest'
import { cardRenderer } from './card-images.ts'
import { cardText, fitText, fonts, rememberWidths, textRuns } from './card-text.ts'
import { cardTextsIn } from './card-texts.ts'
import { drawCertificate, drawParticipant, drawProject, CardPen } from './draw-card.ts'

const renderer = cardRenderer()
const english = { texts: cardTextsIn('en'), pen: new CardPen(renderer) }
const hostile = [
  '</text><image href="http://evil.example/x.png"/><text>',
  `"><script>alert(1)</script>&amp;&#0;]]>`,
  'x" font-family="evil" y="',
  '\u0000\u0008\uD800 \u202Eevil',
  '🍅👩‍👩‍👧🇸🇪 1️⃣',
  `Z${'\u0351'.repeat(500)}`,
  'W'.repeat(5_000),
  'محمد بن عبد الله & by Maya',
  'नमस्ते दुनिया 2',
  'Дмитрий Чайковский',
  '山田 太郎',
  '',
]

test.each(hostile)('draws %j as text of a card that is well-formed and loads nothing', async (text) => {
  const drawings = [
    drawProject({ ...project, title: text, owner: { name: text } }, undefined, english),
    drawParticipant({ ...participant, name: text }, undefined, english),
    drawCertificate({ ...certificate, name: text }, english),
  ]
  for (const svg of drawings) {
    await renderer.render(() => svg)
    expect(svg).not.toMatch(/<script|<image|="evil"/)
    for (const character of ['\u0000', '\u0008', '\u202E', '\uD800']) expect(svg).not.toContain(character)
  }
})

const wordsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)</g)].map(([, word]) => word)

const german = { ...english, texts: cardTextsIn('de') }
const projectCard = (change: object, style = german) =>
  drawProject({ ...project, ...change }, undefined, style)
const personCard = (change: object, style = german) =>
  drawParticipant({ ...participant, ...change }, undefined, style)
const deleted = { ...standIn('deletedPerson', 'name'), streak: 1 }
const pending = { ...certificate, pending: 1 }
const ofDeleted = ['Gelöschtes Konto', 'Platz', 'Punkte', '150,0', '3 von 30', 'Serie', '1 Tag']

test.each([
  [projectCard({}), ['Tag 12', 'von Maya Lindgren', '4,4', 'von 5, 3 Bewertungen']],
  [projectCard({ ratingCount: 0 }), ['Noch nicht bewertet']],
  [personCard(deleted), ofDeleted],
  [personCard({ name: 'Deleted participant' }), ['Deleted participant']],
  [drawCertificate(certificate, german), ['Zertifikat', 'Abgeschlossen', '04.02.2026', '187,5']],
  [drawCertificate(pending, german), ['Zertifikat, Prüfung steht noch aus']],
  [drawCertificate(certificate, english), ['Certificate', 'Completed', 'Feb 4, 2026', '187.5']],
  [drawCertificate(pending, english), ['Certificate, pending review']],
  [projectCard({ isFrozen: true }, english), ['Frozen until the reveal']],
  [projectCard({ ratingCount: 0, isFrozen: true }), ['Bis zur Enthüllung eingefroren']],
  [personCard({ isFrozen: true }, english), ['Frozen until the reveal']],
])('the words, numbers and dates of a card are in its language (%#)', (svg, words) => {
  expect(wordsOf(svg)).toEqual(expect.arrayContaining(words))
  const isMarked = (text: string) => /frozen|eingefroren/i.test(text)
  expect(isMarked(svg)).toBe(words.some(isMarked))
})

const sumOf = ({ user, system }: NodeJS.CpuUsage): number => user + system

test('draws a card of the right size as PNG, without the event loop waiting for it', async () => {
  const svg = drawProject(project, undefined, english)
  const png = await renderer.render(() => svg)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  // Other threads do most of the work: computing time, which is the same on a busy machine. Drawn in this thread, its share is 0.6.
  const [ofAll, ofThis] = [process.cpuUsage(), process.threadCpuUsage()]
  await Promise.all(Array.from({ length: 8 }, () => renderer.render(() => svg)))
  const here = sumOf(process.threadCpuUsage(ofThis))
  expect(here / sumOf(process.cpuUsage(ofAll))).toBeLessThan(0.4)
})

test.each([
  ['Arabic', 'محمد', 'محمد بن عبد الله'],
  ['Hebrew', 'שלום', 'שלום עולם'],
  ['Devanagari', 'नमस्ते', 'नमस्ते दुनिया'],
  ['Cyrillic', 'Дмитрий', 'Дмитрий Чайковский'],
  ['Greek', 'Ελένη', 'Ελένη Παπαδοπούλου'],
  ['Vietnamese', 'Nguyễn', 'Nguyễn Thị Minh'],
])('%s is drawn whole, also with several words and beside Latin', (_script, word, words) => {
  const drawn = (text: string) => {
    const svg = new CardPen(renderer).line(text, { x: 0, y: 100, size: 60 })
    const runs = [...svg.matchAll(/font-family="([^"]*)"[^>]*>(.*?)<\/text>/g)]
    return runs.map(([, family = '', text = '']) => renderer.textWidth({ text, family, size: 60 }))
  }
  const total = (text: string) => drawn(text).reduce((sum, width) => sum + width, 0)
  expect(total(word)).toBeGreaterThan(60)
  expect(total(words)).toBeGreaterThan(1.5 * total(word))
  expect(total(`by ${words}`)).toBeGreaterThan(total(words) + 40)
  expect(total(`${words}…`)).toBeGreaterThan(total(words) + 10)
  for (const width of drawn(`by ${words} 2 and ${word}…`)) expect(width).toBeGreaterThan(0)
})

test('leaves out emoji, control characters and piles of accents', () => {
  expect(cardText('Clock 🍅👩‍👩‍👧\u202E\u0007\n  now')).toBe('Clock now')
  expect(cardText(`e${'\u0301'.repeat(50)}`)).toBe(`e${'\u0301'.repeat(3)}`)
})

const fit = { family: fonts.heading, sizes: [60, 40], width: 500, maxLines: 2 }

test('a text gets the largest size in which it fits, and is cut with an ellipsis when it fits in none', () => {
  expect(fitText('Short', fit, renderer)).toEqual({ lines: ['Short'], size: 60 })
  const { lines, size } = fitText('A rather long title of a project that goes on and on', fit, renderer)
  expect([size, lines.length]).toEqual([40, 2])
  expect(lines[1]).toMatch(/…$/)
  const long = fitText('W'.repeat(400), fit, renderer)
  for (const line of [...lines, ...long.lines])
    expect(renderer.textWidth({ text: line, family: fit.family, size: 40 })).toBeLessThanOrEqual(500)
})

test('a text of any script and length costs little', () => {
  for (const part of ['aб', 'a б ', 'a ', 'a\u05D0', '山a']) {
    const title = part.repeat(200)
    const runs = textRuns(title).map(({ text }) => text)
    expect(runs.length).toBeLessThanOrEqual(16)
    expect(runs.join('')).toBe(title)
    const textWidth = vi.fn<typeof renderer.textWidth>(renderer.textWidth)
    const pen = new CardPen(rememberWidths({ textWidth }))
    drawProject({ ...project, title }, undefined, { ...english, pen })
    expect([title.slice(0, 4), textWidth.mock.calls.length < 250]).toEqual([title.slice(0, 4), true])
    const measured = textWidth.mock.calls.map(([{ text, family }]) => `${family} ${text}`)
    expect(new Set(measured).size).toBe(measured.length)
  }
})
