import sharp from 'sharp'
import { seededRandom, pick } from './seeded-random.ts'

const width = 960
const height = 600

type Palette = { back: string; panel: string; line: string; accent: string; muted: string }
const palettes: readonly Palette[] = [
  { back: '#14213d', panel: '#1f2f57', line: '#e8ecf6', accent: '#fca311', muted: '#6d8be0' },
  { back: '#fdf6e9', panel: '#ffffff', line: '#35302a', accent: '#d1495b', muted: '#edae49' },
  { back: '#e8f1ec', panel: '#ffffff', line: '#20413a', accent: '#2a9d8f', muted: '#a7cfc4' },
  { back: '#2b1b3d', panel: '#3c2754', line: '#f4e9ff', accent: '#ff7a5c', muted: '#9a76c9' },
  { back: '#eef0fb', panel: '#ffffff', line: '#2a2d4f', accent: '#5b6ee1', muted: '#c4cbf5' },
  { back: '#b8423f', panel: '#c9524f', line: '#fff3ee', accent: '#ffffff', muted: '#e79a94' },
  { back: '#1c1f26', panel: '#262a33', line: '#d9dee8', accent: '#63d594', muted: '#4b5566' },
  { back: '#d7e9f7', panel: '#ffffff', line: '#1d3a52', accent: '#f4a32c', muted: '#7fb4d8' },
]

const box = (x: number, y: number, w: number, h: number, fill: string, round = 14): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" fill="${fill}"/>`

type Layout = (palette: Palette, random: () => number) => string

const polls: Layout = ({ panel, line, accent, muted }, random) => {
  const rows = [0, 1, 2, 3].map((row) => {
    const share = 120 + random() * 520
    return (
      box(140, 220 + row * 84, 680, 52, panel) +
      box(140, 220 + row * 84, share, 52, row === 0 ? accent : muted)
    )
  })
  return box(140, 110, 360, 46, line) + rows.join('')
}

const dial: Layout = ({ panel, line, accent, muted }, random) => {
  const turn = 300 + random() * 700
  return (
    `<circle cx="480" cy="280" r="170" fill="${panel}"/>` +
    `<circle cx="480" cy="280" r="150" fill="none" stroke="${muted}" stroke-width="22"/>` +
    `<circle cx="480" cy="280" r="150" fill="none" stroke="${accent}" stroke-width="22" stroke-dasharray="${turn} 2000"/>` +
    box(390, 256, 180, 48, line, 10) +
    box(400, 490, 160, 56, accent, 28)
  )
}

const board: Layout = ({ panel, line, accent, muted }, random) =>
  [0, 1, 2]
    .map((column) => {
      const x = 90 + column * 270
      const cards = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, card) => {
        const y = 170 + card * 96
        return (
          box(x + 18, y, 204, 76, panel) +
          box(x + 34, y + 18, 120, 14, line, 7) +
          box(x + 34, y + 44, 60, 12, card === 0 ? accent : muted, 6)
        )
      })
      return box(x, 90, 240, 430, muted, 18) + box(x + 18, 112, 110, 20, line, 8) + cards.join('')
    })
    .join('')

const player: Layout = ({ panel, line, accent, muted }, random) => {
  const bars = Array.from({ length: 36 }, (_, bar) => {
    const size = 14 + random() * 90
    return box(150 + bar * 18.5, 470 - size / 2, 9, size, bar < 15 ? accent : muted, 4)
  })
  return (
    box(150, 90, 280, 280, panel, 24) +
    `<circle cx="290" cy="230" r="96" fill="${line}"/><circle cx="290" cy="230" r="34" fill="${accent}"/>` +
    box(480, 140, 300, 34, line) +
    box(480, 200, 200, 20, muted) +
    box(480, 300, 96, 52, accent, 26) +
    bars.join('')
  )
}

const cards: Layout = ({ panel, line, accent, muted }, random) =>
  Array.from({ length: 8 }, (_, index) => {
    const x = 110 + (index % 4) * 190
    const y = 90 + Math.floor(index / 4) * 220
    const mark = random() < 0.3 ? accent : muted
    return (
      box(x, y, 166, 196, panel, 16) +
      box(x + 24, y + 24, 118, 84, mark, 12) +
      box(x + 24, y + 128, 96, 14, line, 7) +
      box(x + 24, y + 154, 60, 12, muted, 6)
    )
  }).join('')

const chart: Layout = ({ panel, line, accent, muted }, random) => {
  let value = 300
  const points = Array.from({ length: 14 }, (_, step) => {
    value = Math.min(440, Math.max(170, value + (random() - 0.55) * 110))
    return `${130 + step * 54},${value.toFixed(0)}`
  })
  return (
    box(80, 70, 800, 460, panel, 20) +
    box(120, 104, 220, 28, line) +
    box(360, 108, 90, 20, muted) +
    `<polyline points="${points.join(' ')}" fill="none" stroke="${accent}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>` +
    box(120, 480, 720, 6, muted, 3)
  )
}

const form: Layout = ({ panel, line, accent, muted }, random) => {
  const rows = [0, 1, 2].map((row) => {
    const y = 190 + row * 92
    return box(300, y, 110 + random() * 60, 14, line, 7) + box(300, y + 24, 360, 46, muted, 10)
  })
  return (
    box(250, 70, 460, 480, panel, 24) +
    box(300, 112, 220, 34, line) +
    rows.join('') +
    box(300, 474, 150, 50, accent, 12)
  )
}

const text: Layout = ({ panel, line, accent, muted }, random) => {
  const lines = Array.from({ length: 9 }, (_, row) =>
    box(
      140 + (row % 3 === 1 ? 40 : 0),
      150 + row * 40,
      160 + random() * 420,
      16,
      row === 4 ? accent : row % 2 ? muted : line,
      8,
    ),
  )
  return box(90, 80, 780, 460, panel, 18) + lines.join('')
}

const layouts: readonly Layout[] = [polls, dial, board, player, cards, chart, form, text]

/** Number of different screenshots. */
export const screenshotCount = layouts.length * palettes.length

/** Draws the screen of a web application as PNG, 960 × 600. The same number gives the same image. */
export async function drawScreenshot(number: number): Promise<Buffer> {
  const random = seededRandom(number + 1)
  const layout = layouts[number % layouts.length] ?? pick(layouts, random)
  const palette = palettes[Math.floor(number / layouts.length) % palettes.length] ?? pick(palettes, random)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${box(0, 0, width, height, palette.back, 0)}${layout(palette, random)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
