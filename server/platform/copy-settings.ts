// The settings of the S3 storage that takes a copy of each back-up.
import { z } from "zod";
import { entry } from "./setting.ts";

export const COPY_SETTINGS = {
  BACKUP_S3_URL: entry({
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s/?#@]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/)
      .refine((url) => URL.canParse(url))
      .transform((url) => url.replace(/\/$/, ""))
      .nullable()
      .default(null),
    rule: [
      "ange en adress som https://s3.exempel.se/bucket/mapp",
      "give an address such as https://s3.example.com/bucket/folder",
    ],
    meaning:
      "a bucket, with a folder or without, of any storage that speaks S3; it takes a copy of each back-up, which is read back ([deploy.md](deploy.md#back-ups)). Needs both keys below",
  }),
  BACKUP_S3_REGION: entry({
    schema: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .default("us-east-1"),
    rule: ["ange en region som eu-north-1", "give a region such as eu-north-1"],
    meaning: "the bucket's region; most storages of one's own take the default",
  }),
  BACKUP_S3_ACCESS_KEY: entry({
    schema: z.string().regex(/^\S+$/).nullable().default(null),
    rule: ["ange en nyckel utan blanksteg", "give a key without spaces"],
    meaning: "name of a key that may list, read, write and delete in that folder of the bucket",
  }),
  BACKUP_S3_SECRET_KEY: entry({
    schema: z.string().regex(/^\S+$/).nullable().default(null),
    rule: ["ange en nyckel utan blanksteg", "give a key without spaces"],
    meaning: "that key's secret, which no page, reply or log has",
  }),
};
