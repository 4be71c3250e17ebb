// Likes the project, or takes the like back. The number counts the likes of all.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../shared/http/request-failed.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { setLike } from '../api.ts'
import { changeShownProject } from '../open-project.ts'
import { t } from '../../../shared/i18n/t.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'

export const LikeButton = ({ project }: { project: ProjectCard }) => {
  const [pending, setPending] = useState(false)
  const { _id: id, likes, likedByMe: liked = false } = project
  const change = async () => {
    setPending(true)
    try {
      const response = await setLike(id, !liked)
      changeShownProject(id, { likes: response.likes, likedByMe: response.likedByMe })
    } catch (error) {
      const fallback = liked ? t('project.likeNotRemoved') : t('project.notLiked')
      toast({ kind: 'error', text: errorMessage(error, fallback) })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      kind="quiet"
      aria-pressed={liked}
      // A rejected project takes no new likes.
      disabled={project.status === 'rejected' && !liked}
      aria-disabled={pending || undefined}
      icon={<Heart {...(liked && { fill: 'currentColor' })} />}
      onClick={() => !pending && void change()}
    >
      <span>{t('project.like')}</span>
      {likes > 0 && <span>{formatNumber(likes)}</span>}
    </Button>
  )
}
