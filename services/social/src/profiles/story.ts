import type { Photo } from '@zing/proto/profiles/story'
import type { PublicProfile, ReplicatedProfile } from '@zing/proto/profiles/users'
import type { Profile } from '../models/profile.ts'

type Story = Pick<PublicProfile, 'photos' | 'bio' | 'prompts' | 'interests' | 'lookingFor'>

/** The story of a replica; one of before there were stories shows the selfie alone. */
export function storyOf({ selfie, photos, bio, prompts, interests, lookingFor }: Profile): Story {
  return {
    photos: photos ?? photosOfSelfie(selfie ?? null),
    bio: bio ?? null,
    prompts: prompts ?? [],
    interests: interests ?? [],
    lookingFor: lookingFor ?? null,
  }
}

/** The id of a photo is the last part of its path. */
function photosOfSelfie(selfie: string | null): Photo[] {
  return selfie === null ? [] : [{ id: selfie.slice(selfie.lastIndexOf('/') + 1), path: selfie }]
}

/** True if there is more to tell than the selfie. */
export function hasStory({ photos = [], bio, prompts = [], interests = [], lookingFor }: ReplicatedProfile): boolean {
  return photos.length > 1 || prompts.length > 0 || interests.length > 0 || Boolean(bio) || Boolean(lookingFor)
}
