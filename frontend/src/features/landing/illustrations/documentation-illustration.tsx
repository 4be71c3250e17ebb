import { BookOpen, GitBranch, Image } from 'lucide-react'
import { t } from '../messages/t.ts'
import css from './illustrations.module.css'

const guides = [
  { icon: <BookOpen />, title: t('guideStart') },
  { icon: <GitBranch />, title: t('guideRepository') },
  { icon: <Image />, title: t('guideScreenshot') },
]

export const DocumentationIllustration = () => (
  <ul className={css.guides}>
    {guides.map(({ icon, title }) => (
      <li key={title}>
        <span aria-hidden="true">{icon}</span>
        {title}
      </li>
    ))}
  </ul>
)
