// The image of a person, alone or several that overlap. Decorative: the name stands beside it.

import { useState } from 'react'
import { avatarColors, initials } from '@thirty/contracts/accounts/avatar-colors.ts'
import { formatName } from '../../i18n/t.ts'
import css from './avatar.module.css'

type AvatarProps = {
  /** The user's id. It determines the colours, so they stay when the name changes. */
  id: string
  name: string
  image?: string | null | undefined
  size: 20 | 26 | 32 | 36 | 44 | 52 | 84
}

/** The profile image, or the initials if there is none or it cannot be loaded. */
export const Avatar = ({ id, name, image, size }: AvatarProps) => {
  const [failedImage, setFailedImage] = useState<string | null>(null)
  if (image && image !== failedImage)
    return (
      <img
        className={css.avatar}
        src={image}
        alt={''}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setFailedImage(image)}
      />
    )
  return <Initials {...{ id, name, size }} />
}

const Initials = ({ id, name, size }: Required<Omit<AvatarProps, 'image'>>) => {
  const { base, stripe, offset } = avatarColors(id)
  return (
    <svg aria-hidden className={css.avatar} viewBox="0 0 100 100" width={size} height={size} data-picture>
      <rect width="100" height="100" fill={base} />
      <g transform={`translate(${offset * 60} 100) skewX(-14)`} fill={stripe}>
        <rect x="-14" y="-100" width="17" height="100" />
        <rect x="22" y="-100" width="17" height="100" />
      </g>
      <text
        x="50"
        y="52"
        textAnchor="middle"
        dominantBaseline="central"
        className={css.initials}
        data-on-plate
      >
        {initials(formatName(name))}
      </text>
    </svg>
  )
}

/** Overlapping avatars. Decorative: text beside it says who or how many. */
export const AvatarStack = ({ people }: { people: readonly Omit<AvatarProps, 'size'>[] }) => (
  <span className={css.stack}>
    {people.map((person) => (
      <Avatar key={person.id} {...person} size={44} />
    ))}
  </span>
)
