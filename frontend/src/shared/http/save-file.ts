// Offers a file that is in memory, loaded or made here, as a download. `download.ts` loads files of the server.

/** How long the browser may take to read the file, in milliseconds. Its object URL is revoked afterwards. */
const readMs = 60_000

/** Saves a file to the folder of downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMs)
}
