/** How long the browser may take to read a saved file, in milliseconds. */
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
