import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { Share2 } from 'lucide-react'
import { paths } from '../../../app/paths.ts'
import { isAbortError } from '../../../shared/http/request-failed.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'

/** Shares the address of the project with the share sheet of the device; copies it where there is none. */
export const ShareButton = ({ project: { _id: id, projectName } }: { project: ProjectCard }) => {
  const share = async () => {
    const url = new URL(paths.project(id), location.origin).href
    // Most desktop browsers have no share sheet.
    const device: Partial<Pick<Navigator, 'share'>> = navigator
    try {
      if (device.share) return await device.share({ title: projectName, url })
      // Browsers offer the clipboard over https and on localhost only.
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', text: 'Link copied', id: 'share' })
    } catch (error) {
      // The user has closed the share sheet.
      if (isAbortError(error)) return
      toast({
        kind: 'error',
        text: 'The link could not be copied. Copy it from the address bar.',
        id: 'share',
      })
    }
  }
  return (
    <Button kind="quiet" icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
      Share
    </Button>
  )
}
