/** Why a file cannot be read as text. */
export type UnreadableFile = 'empty' | 'spreadsheet' | 'encoding'

/**
 * Returns the text of a file in UTF-8, or in UTF-16, as some spreadsheet programs write it, with or without a byte order mark. Other
 * encodings cannot be told apart, so a name could become another one.
 */
export function decodeFile(bytes: Uint8Array): { text: string } | { unreadable: UnreadableFile } {
  if (bytes.length === 0) return { unreadable: 'empty' }
  if (isWorkbook(bytes)) return { unreadable: 'spreadsheet' }
  try {
    return { text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes) }
  } catch {
    return { unreadable: 'encoding' }
  }
}

/** Whether a file is a ZIP archive, as workbooks of spreadsheet programs are, or a compound file, as they were before. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  // No CSV file in UTF-8 has a zero, and the names of columns have a letter of ASCII first.
  if (bytes[1] === 0 && bytes[0] !== 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be'
  return 'utf-8'
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
