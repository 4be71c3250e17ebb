// Buttons that save data as a file, one for each format, for admins who may.

import { Download } from 'lucide-react'
import { useState } from 'react'
import { download, saveFile, formatBytes } from '../http/download.ts'
import { RequestFailed } from '../http/request-failed.ts'
import { useMay } from '../team/permissions.tsx'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/feedback/toast-store.ts'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'

const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

const paths = {
  users: '/api/admin/exports/users',
  projects: '/api/admin/exports/projects',
  ratings: '/api/admin/exports/ratings',
  standings: '/api/admin/exports/standings',
  audit: '/api/admin/audit/export',
} as const

type ExportButtonsProps = {
  kind: keyof typeof paths
  /** Query parameters beside the format, such as filters. */
  query?: Readonly<Record<string, string | undefined>>
  /** Names the data in the labels, on a screen that exports several kinds. */
  namesKind?: boolean
}

export const ExportButtons = ({ kind, query = {}, namesKind = false }: ExportButtonsProps) => {
  const [running, setRunning] = useState<Format>()
  if (!useMay('export-data')) return null
  const save = async (format: Format) => {
    setRunning(format)
    try {
      const file = await download(paths[kind], {
        query: { format, ...query },
        fallbackName: `thirty-${kind}.${format}`,
      })
      saveFile(file)
      toast({ kind: 'success', text: t('exports.exported', { kind, size: formatBytes(file.size) }) })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast({
        id: `${kind}-export`,
        kind: 'error',
        text: t('common.exportFailed', { message: error.message }),
        action: { label: t('common.retry'), onPress: () => void save(format) },
      })
    } finally {
      setRunning(undefined)
    }
  }
  const labelOf = (format: string) =>
    namesKind ? t('exports.exportKindAs', { kind, format }) : t('exports.exportAs', { format })
  return (
    <span className={layout.cluster8}>
      {formats.map((format) => (
        <Button
          key={format}
          icon={<Download />}
          busy={running === format}
          busyText={t('exports.exporting')}
          disabled={running !== undefined && running !== format}
          aria-label={labelOf(format.toUpperCase())}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
