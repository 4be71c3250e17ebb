// Likes the project, or takes the like back. The number counts the likes of all.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Heart } from 'lucide-react'
import { request } from '../../../shared/http/http.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { useToastedSubmit } from '../../../shared/ui/feedback/use-toasted-submit.ts'
import { changeShownProject } from '../open-project.ts'
import { t } from '../../../shared/i18n/t.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'

export const LikeButton = ({ project }: { project: ProjectCard }) => {
  const { _id: projectId, likes, likedByMe: liked = false } = project
  const { pending, run } = useToastedSubmit(t(liked ? 'project.likeNotRemoved' : 'project.notLiked'))
  const change = async () => {
    const response = await run(() =>
      request(liked ? 'DELETE' : 'PUT', '/api/projects/:projectId/like', { params: { projectId } }),
    )
    if (response) changeShownProject(projectId, { likes: response.likes, likedByMe: response.likedByMe })
  }
  return (
    <Button
      kind="quiet"
      aria-pressed={liked}
      // A rejected project takes no new likes.
      disabled={project.status === 'rejected' && !liked}
      aria-disabled={pending || undefined}
      icon={<Heart {...(liked && { fill: 'currentColor' })} />}
      onClick={() => void change()}
    >
      <span>{t('project.like')}</span>
      {likes > 0 && <span>{formatNumber(likes)}</span>}
    </Button>
  )
}
