import { useState } from 'react'
import { Download } from 'lucide-react'
import { formatBytes } from '../../shared/format/format-bytes.ts'
import { download } from '../../shared/http/download.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { saveFile } from '../../shared/http/save-file.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { toQuery } from './audit-filter.ts'
import type { AuditFilter } from './audit-filter.ts'
import css from './audit-screen.module.css'

type Format = 'csv' | 'json'
const formats: readonly Format[] = ['csv', 'json']

/** Saves the entries that match the filter as a file. */
export const ExportButtons = ({ filter }: { filter: AuditFilter }) => {
  const [running, setRunning] = useState<Format>()
  const save = async (format: Format) => {
    setRunning(format)
    try {
      const file = await download('/api/admin/audit/export', {
        query: { format, ...toQuery(filter) },
        area: 'admin',
        fallbackName: `thirty-audit.${format}`,
      })
      saveFile(file)
      toast({ kind: 'success', text: `Exported the audit, ${formatBytes(file.size)}` })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast({
        id: 'audit-export',
        kind: 'error',
        text: `Export failed: ${error.message}`,
        action: { label: 'Retry', onPress: () => void save(format) },
      })
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <span className={css.exports}>
      {formats.map((format) => (
        <Button
          key={format}
          icon={<Download aria-hidden="true" />}
          busy={running === format}
          busyText="Exporting"
          disabled={running !== undefined && running !== format}
          aria-label={`Export ${format.toUpperCase()}`}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
