import { updateUser } from '@zing/proto/http/auth'
import { isInterestId, isPromptId } from '@zing/proto/profiles/profile-story'
import { expect, test } from 'vitest'
import { BOT_PROFILES } from './bots/personas.ts'
import { demoStories } from './stories.ts'

const stories = demoStories(60)

test('demo stories are the same sixty every time, and none repeats the bio of another', () => {
  expect(demoStories(60)).toEqual(stories)
  expect(new Set(stories.map(({ bio }) => bio)).size).toBe(60)
})

test('the stories of demo users and bots are valid, with prompts and interests of the lists', () => {
  for (const story of [...stories, ...BOT_PROFILES.map((bot) => bot.story)]) {
    expect(updateUser.body?.safeParse(story).error).toBeUndefined()
    expect(story.prompts.filter(({ promptId }) => !isPromptId(promptId))).toEqual([])
    expect(story.interests.filter((id) => !isInterestId(id))).toEqual([])
  }
})
