import { encode } from 'uqr'
import { classNames } from '../class-names.ts'
import css from './qr-code.module.css'

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** A QR code. It is dark on light in both themes, because not every scanner reads the opposite. `label` says where it leads. */
export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={classNames(css.code, className)}
      data-picture
    >
      <rect width={size} height={size} rx="2" data-paper />
      <path d={darkModules(data)} />
    </svg>
  )
}

/** Light modules around the code, without which scanners do not find it. */
const quietZone = 3

/** Returns a path of one rectangle for each run of dark modules of a row. */
const darkModules = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join('')

function runs(row: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1)
    if (isDark && last !== undefined && last[0] + last[1] === x) last[1] += 1
    else if (isDark) found.push([x, 1])
  }
  return found
}
