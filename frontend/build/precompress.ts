import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Images and fonts are compressed already. The page is compressed by the server, which may add to it. */
const compressible = /\.(js|css|svg|json|webmanifest|txt|map)$/
/** Smaller files fit into one packet of the network with or without compression. */
const minBytes = 1_000

/**
 * Writes a compressed form (`.br` and `.gz`) beside every text file in a folder and its subfolders, so that the server has no work with
 * it; as many at once as Node has threads for it.
 */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    compressible.test(name),
  )
  await Promise.all(names.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length <= minBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [withBrotli, withGzip] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, withBrotli), writeFile(`${file}.gz`, withGzip)])
}
