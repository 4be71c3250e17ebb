import { formatNumber } from '../i18n/locale.ts'

/** Formats a file size: "640 B", "82 KB", "1.4 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  if (bytes < 1024 * 1024) return `${formatNumber(Math.round(bytes / 1024))} KB`
  const megabytes = formatNumber(bytes / 1024 / 1024, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${megabytes} MB`
}
