import sharp from 'sharp'
import { seededRandom, pick } from './seeded-random.ts'

const width = 960
const height = 600

type Palette = { back: string; panel: string; line: string; loud: string; quiet: string }
const palettes: readonly Palette[] = [
  { back: '#14213d', panel: '#1f2f57', line: '#e8ecf6', loud: '#fca311', quiet: '#6d8be0' },
  { back: '#fdf6e9', panel: '#ffffff', line: '#35302a', loud: '#d1495b', quiet: '#edae49' },
  { back: '#e8f1ec', panel: '#ffffff', line: '#20413a', loud: '#2a9d8f', quiet: '#a7cfc4' },
  { back: '#2b1b3d', panel: '#3c2754', line: '#f4e9ff', loud: '#ff7a5c', quiet: '#9a76c9' },
  { back: '#eef0fb', panel: '#ffffff', line: '#2a2d4f', loud: '#5b6ee1', quiet: '#c4cbf5' },
  { back: '#b8423f', panel: '#c9524f', line: '#fff3ee', loud: '#ffffff', quiet: '#e79a94' },
  { back: '#1c1f26', panel: '#262a33', line: '#d9dee8', loud: '#63d594', quiet: '#4b5566' },
  { back: '#d7e9f7', panel: '#ffffff', line: '#1d3a52', loud: '#f4a32c', quiet: '#7fb4d8' },
]

const box = (x: number, y: number, w: number, h: number, fill: string, round = 14): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" fill="${fill}"/>`

type Layout = (palette: Palette, next: () => number) => string

const polls: Layout = ({ panel, line, loud, quiet }, next) => {
  const rows = [0, 1, 2, 3].map((row) => {
    const share = 120 + next() * 520
    return (
      box(140, 220 + row * 84, 680, 52, panel) + box(140, 220 + row * 84, share, 52, row === 0 ? loud : quiet)
    )
  })
  return box(140, 110, 360, 46, line) + rows.join('')
}

const dial: Layout = ({ panel, line, loud, quiet }, next) => {
  const turn = 300 + next() * 700
  return (
    `<circle cx="480" cy="280" r="170" fill="${panel}"/>` +
    `<circle cx="480" cy="280" r="150" fill="none" stroke="${quiet}" stroke-width="22"/>` +
    `<circle cx="480" cy="280" r="150" fill="none" stroke="${loud}" stroke-width="22" stroke-dasharray="${turn} 2000"/>` +
    box(390, 256, 180, 48, line, 10) +
    box(400, 490, 160, 56, loud, 28)
  )
}

const board: Layout = ({ panel, line, loud, quiet }, next) =>
  [0, 1, 2]
    .map((column) => {
      const x = 90 + column * 270
      const cards = Array.from({ length: 2 + Math.floor(next() * 3) }, (_, card) => {
        const y = 170 + card * 96
        return (
          box(x + 18, y, 204, 76, panel) +
          box(x + 34, y + 18, 120, 14, line, 7) +
          box(x + 34, y + 44, 60, 12, card === 0 ? loud : quiet, 6)
        )
      })
      return box(x, 90, 240, 430, quiet, 18) + box(x + 18, 112, 110, 20, line, 8) + cards.join('')
    })
    .join('')

const player: Layout = ({ panel, line, loud, quiet }, next) => {
  const bars = Array.from({ length: 36 }, (_, bar) => {
    const size = 14 + next() * 90
    return box(150 + bar * 18.5, 470 - size / 2, 9, size, bar < 15 ? loud : quiet, 4)
  })
  return (
    box(150, 90, 280, 280, panel, 24) +
    `<circle cx="290" cy="230" r="96" fill="${line}"/><circle cx="290" cy="230" r="34" fill="${loud}"/>` +
    box(480, 140, 300, 34, line) +
    box(480, 200, 200, 20, quiet) +
    box(480, 300, 96, 52, loud, 26) +
    bars.join('')
  )
}

const cards: Layout = ({ panel, line, loud, quiet }, next) =>
  Array.from({ length: 8 }, (_, index) => {
    const x = 110 + (index % 4) * 190
    const y = 90 + Math.floor(index / 4) * 220
    const mark = next() < 0.3 ? loud : quiet
    return (
      box(x, y, 166, 196, panel, 16) +
      box(x + 24, y + 24, 118, 84, mark, 12) +
      box(x + 24, y + 128, 96, 14, line, 7) +
      box(x + 24, y + 154, 60, 12, quiet, 6)
    )
  }).join('')

const chart: Layout = ({ panel, line, loud, quiet }, next) => {
  let value = 300
  const points = Array.from({ length: 14 }, (_, step) => {
    value = Math.min(440, Math.max(170, value + (next() - 0.55) * 110))
    return `${130 + step * 54},${value.toFixed(0)}`
  })
  return (
    box(80, 70, 800, 460, panel, 20) +
    box(120, 104, 220, 28, line) +
    box(360, 108, 90, 20, quiet) +
    `<polyline points="${points.join(' ')}" fill="none" stroke="${loud}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>` +
    box(120, 480, 720, 6, quiet, 3)
  )
}

const form: Layout = ({ panel, line, loud, quiet }, next) => {
  const rows = [0, 1, 2].map((row) => {
    const y = 190 + row * 92
    return box(300, y, 110 + next() * 60, 14, line, 7) + box(300, y + 24, 360, 46, quiet, 10)
  })
  return (
    box(250, 70, 460, 480, panel, 24) +
    box(300, 112, 220, 34, line) +
    rows.join('') +
    box(300, 474, 150, 50, loud, 12)
  )
}

const text: Layout = ({ panel, line, loud, quiet }, next) => {
  const lines = Array.from({ length: 9 }, (_, row) =>
    box(
      140 + (row % 3 === 1 ? 40 : 0),
      150 + row * 40,
      160 + next() * 420,
      16,
      row === 4 ? loud : row % 2 ? quiet : line,
      8,
    ),
  )
  return box(90, 80, 780, 460, panel, 18) + lines.join('')
}

const layouts: readonly Layout[] = [polls, dial, board, player, cards, chart, form, text]

/** How many different pictures there are. */
export const screenshotCount = layouts.length * palettes.length

/** A drawn screen of some web application as PNG, 960 × 600, the same for the same number. */
export async function screenshot(number: number): Promise<Buffer> {
  const next = seededRandom(number + 1)
  const layout = layouts[number % layouts.length] ?? pick(layouts, next)
  const palette = palettes[Math.floor(number / layouts.length) % palettes.length] ?? pick(palettes, next)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${box(0, 0, width, height, palette.back, 0)}${layout(palette, next)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
