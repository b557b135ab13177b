"""What each word weighs. Written by `python -m tests.poison.weigh`, which learns it."""

WORDS = (
',=secret=not:ask,^ checks,^ takes,are refused,not proceed,^ sets,be done,to another,translated,audit log,^ updates,'
'as data,booked,charged,fare,the sheet,the rate,config file,=know=do:tell,ask about,passed to,seem,wages,^ password,'
'^ sends,aren,before they,by hand,exports,informe,officer,=secret=not:show,^ posts,asks the,bidders,fails with,morning,'
'prices,reached,^ hides,^ looks,as pdf,as text,is signed,truncated,an id,cursor,enter the,id that,operators,searched,'
'signs,would be,complained,datum,follow up,grid,instructio for,is done,^ gets,^ removes,below the,delivery,directory of,'
'has expired,informed,is set,photos,ping,receipt,resets,rules of,the certificat,window,with your,^ does,liked,message of,'
'name is,number is,of tool,one for,original,quotes,takes effect,the child,to them,where you,zuerst,=ignore=quietly,'
'^ replaces,age,are done,authority,estimates,for code,gcloud,is known,is logged,manually,refreshed,respect,server side,'
'their name,this file,to other,trip,as in,change to,demandez,downloadin,error with,is there,lines of,member,mypermset,'
'other than,plugins,prevents,summarises,the reason,this project,used if,^ opens,^ reason,^ requires,^ summary,^ uses,'
'^ writes,about what,and when,are replaced,by prefix,edits,file system,first one,for an,handle,inside,minimum,neighbour,'
'not have,public key,recipe,sheet,that have,the channel,the payment,timeline,try to,=when=do:tell,^ copies,^ must,'
'blind,columns,databases,disables,discarded,employee,hero,indexed,into account,loan,message should,names are,off in,'
'permission set,shopify,shows,staff,the goal,wants to,word document,=when=not:tell,^ documents,^ finds,^ step,^ works,'
'adds an,as markdown,ask before,because it,close the,covers,dangerous,height,it will,moves,once per,problems,prompt of,'
'rate limits,relatives,sdk,set in,sounds,summarize,templates,that says,the cursor,the picture,this cannot,threadid,'
'tools to,user before,ways,=secret=path,^ anonymous,^ contact,^ exports,allergies,allows,approvals,as done,as such,'
'before you,bugs,cellar,death,drivers,error and,frage,has not,human readable,is changed,listed in,may contain,names that,'
'not available,only to,pause,rotate,run one,runs in,sea,simulates,slot,so use,stop and,this api,this should,thumbnails,'
'to change,with another,with one,^ hint,^ lists,all members,are written,by mail,came from,checked,developers,discharge,'
'fake,force the,going,in to,inspector,is complete,lesson,never run,one call,only and,only for,only with,prefer this,'
'pushes,reference,run for,the authorizat,the inspector,the recording,they can,totals,tour,twice,unset,user mailbox,'
'wasn,when to,=secret=not,^ mail,all tags,and link,cards,cli,days,duty,every other,expert,first line,foo,for tests,'
'guess,jury,merge commit,not read,off for,officers,one sentence,rejects,releases,reviewed,schema and,self,sheets,'
'stolen,the alias,the search,theirs,third parties,values are,=not:obey,^ deletes,^ gives,^ makes,^ runs,access to,'
'aloud,are checked,authorizat header,black,cheaper,content as,could not,dates,explains,is configured,mcp server,'
'menu,months,only once,or when,planned,production environmen,publishes,safe,scripts,summarise the,that were,the source,'
'times are,when not,^ email,^ press,agents md,app,are skipped,be found,called by,changes in,code to,committed,country,'
'couple,declines,describes,documentat,dog,driver,environmen variable,forms,frost,if user,is returned,jobs,notified,'
'owners,password is,phrases,prompt to,read only,result in,rules for,signature,six,skippedpro,speaker,specifical,'
'state of,to ask,to word,user or,user prompt,was last,without an,=know=ignore,^ headers,^ silent,^ standard,amounts,'
'boost,bypassing,come from,component code,encodes,english,except,grants,individual,installs,is reached,it must,makes the,'
'mcp client,meter,mode only,needs the,off by,override,page by,phones,plate,preference,printed,question about,redacted,'
'ride,save it,signing,starts,street,the group,their own,toolkit,um,user can,user may,year,you need,если,=all=do:tell,'
'=ask=not:tell,^ cookies,an item,are given,are kept,classified,configurat for,confirms,encrypted,explicitly,false to,'
'for confirmati,for people,full promotion,get all,it when,its id,mail is,messages to,needs,not already,on an,only if,'
'pairs,papers,playbook,player,ports,promotion,quick,red,related,ring,shelf,sunday,tagged,tells whether,temperatur,'
'the connected,the language,the org,through the,time for,zone,=guard=url,^ downloads,^ how,^ large,^ our,^ stops,'
'adjuster,allergens,attach file,be in,before sending,billed,bulk,calendars,degrees,donor,estimate,granular,have one,'
'hub,is clean,is more,is shared,is waiting,it back,it may,large,leaves the,not returned,of task,of user,one at,or to,'
'page is,providers,scene,schedule,sim,sound,steps in,template,the story,this week,touches,unwanted,user question,'
'within allowed,without any,しま,ます,=ask=sink,=itself=do:take,=reply=do:move,^ compare,^ copy,^ executes,^ interest,'
'^ logs,^ question,administra rights,after calling,an incident,answers with,approvalid,are in,asks you,characters are,'
'confirmati before,consignor,draws,eight,either,first when,hourly,if provided,is up,it cannot,lists the,log of,not guess,'
'or any,privilege,providers and,radio,range is,runs the,scholar,sealed,succeed,tank,that do,the stored,to store,'
'top of,units,user agreed,versioned,volume,^ examples,^ installs,^ shows,agent instructio,aliases,an alert,at any,'
'base encoded,change notificati,descriptio for,destroyed,dictionary,did not,explicit,fetching the,fire,full result,'
'gaps,how to,if in,injection,insights,level for,locally,model to,not make,only set,parent,placeholde,prepares,prompt for,'
'responsibl,rooms,saves,sets,short,suite,switches,that will,the door,this allows,time zones,to access,to approve,'
'token for,tokens are,visit,weeks,when an,xx,your app,zones,спросите,=itself=url,=secret=softpath,=user=not:show,'
'^ rules,^ scans,^ tells,^ uploads,^ 用户,accepts,and get,and what,any instructio,at or,before it,brief,by default,'
'certain,class,context for,cook,datasets,deposit,destroy,file with,form is,frames,friday,genuinely,guessing,guests,'
'identifian,in at,internet,it returns,job is,lets,lift,linter,linux,list and,memories,not recommende,note is,number with,'
'only need,orientatio,parish,pending,pendingapp,personal,pipeboard,read from,resets the,separate,signatures,that has,'
'to deploy,trigger,use different,use for,user know,user which,values from,waits,world,=deed=brand,=ignore=param,'
'^ available,^ compares,^ continue,^ deprecated,^ is,^ items,^ payments,^ see,^ short,action type,again until,and code,'
'and why,anonymous,as returned,attendance,backend,be empty,be present,bid,body of,books,both,coded,compares,data is,'
'declares,demand,don have,enforcemen,exclusions,general,get an,get username,ids,imports,in your,intent,newest first,'
'nodes,not pass,of pages,or no,overwrites,packages,pet,police,preferred,progress,receive,removed,result is,run all,'
'song,table in,text in,text that,that they,the form,the team,thirty,tracks,transcript of,true to,trying,uri,wait,'
'when true,with curl,your account,=ignore=do:move,=inner=not,=know=other,=secret=private,^ adds,^ always,^ everything,'
'^ release,^ reports,^ tests,^ warning,abroad,account of,all tests,already exists,and descriptio,and no,anything is,'
'are rejected,associatio,attempt,autonomous,bare,belong to,best practices,blank,call returns,car,comes back,condition,'
'counted,create one,credits,deletes,dependenci,equal,find the,floor,food,getting,interactiv,isn,leave empty,mart,'
'medium,near,newer,of attachment,only on,or make,outlook,paragraph to,planning,players,practices,previous page,return only,'
'revokes,sam build,scale,scans,shows the,terminate,the numbers,the subscripti,this before,this over,this property,'
'tool name,true the,when there,workbook,wrapped,your local,^ api,^ explain,^ shares,^ two,^ weight,agreed to,al usuario,'
'always returned,an app,and save,and to,another tool,applies,are left,are read,arrival,as json,as name,barcode,be an,'
'be deleted,be installed,bicycle,cached,calculates,call list,champion,changing,characters,chart,cm,code and,confirm with,'
'content to,contentbyt,danger,deletes the,download the,email or,error message,exported,file and,find in,for them,'
'github repository,giving,goal,hands,hasn,healthy,in addition,intend,it can,it over,item is,keywords,kills,leaving,'
'linked to,lists,locks,maxpages,mean,metres,nurse,output to,paper,passed as,permit,persistent,person who,policies,'
'remote branch,results in,severities,shown to,sides,subsequent,taken from,target size,teachers,that fits,the actual,'
'three times,to install,to switch,unclear,untrusted,user request,user wants,version the,viewer,weapons,yet,you must,'
'向用,=obey=all,=oblige=not:tell,=persist=when,=seen already,^ administra,^ creates,^ exact,^ has,^ ranked,^ stores,'
'allows you,an agent,an object,and copy,and then,any time,are marked,are part,area,binary,broadcast,call now,catalogue,'
'cents,checks for,connectivi,consider using,context of,deaccessio,emergency,entry in,extract the,file from,file must,'
'filterable,finding,folder of,for those,for use,for work,forgotten,freshnesss,gt,identify,informatio from,is one,'
'is true,line official,listed,local file,message from,min,my,numbers are,of resources,official account,old one,omitted,'
'opens the,org is,overwrite existing,parameter with,parameters,pitch,region,registers,remarks,repo,returns its,secret alerts,'
'sells,sequence,server as,shares the,subsequent tool,the day,the game,the item,time zone,title and,to scan,to those,'
'to update,url is,use create,useful when,usually,water,when user,will fail,with search,yesterday,=know=reply,=not:weaken,'
'=param=itself,=param=url,^ changes,^ forward,access keys,account to,actual,add new,air,alerting,alias,all events,'
'apart,are returned,authoritat,border,can only,cell,combinatio,corrects,counter,dataset,distance,domains,evaluation,'
'expire,fits,for days,fulfill,gmail,headers to,ignores,in from,indicators,injected,invocation,is limited,is shown,'
'it changes,javascript,keys and,later sessions,letter codes,limit is,name as,not skip,numeric,observatio,opaque,'
'output file,protected,pulls,raw,reliable,reports,reserve,resort,return all,say so,serious,shopify store,sick,site,'
'sponsor,taskmaster,text and,the receiver,them and,this after,to help,towards,train,trashed,treat it,true for,untracked files,'
'up to,use search,user explicitly,want the,watcher,when they,=ask=talk,=bcc,=grant=oblige,=not=softpath,=tool=softpath,'
'^ agent,^ border,^ both,^ count,^ labels,^ prompt,^ submit,accessible,address book,affected,also returns,an option,'
'and column,and retrieve,api,applicant,at given,at most,attachment and,be displayed,benefit,broker,can,cannot,check whether,'
'completion,confident,covered,delegates,docs,document with,editing,enhancemen,exact name,fence,fewer,for user,formatted,'
'from memory,generator,hour,in base,in english,in loop,inhalt,interpreta,is already,is made,is saved,lastrunsta,'
'listener,making,match,mcp,messaging,mobile,neither,next page,noon,not include,not needed,on what,optimize,photo,'
'pos,price,quarter,questions that,recall,reduces,relevant,rule,sample,sections,session to,session working,severe,'
'shift,spent,streams,teacher,term,tests in,the column,the dashboard,the map,the object,the others,the size,this on,'
'throttling,to push,tracked,uploading,used to,warn,=code=do:move,=destroy=secret,=ignore=do:tell,=not:ignore,=private=do:run,'
'=sink=guard,=talk=user,^ approves,^ are,^ download,^ environmen,^ files,^ key,^ loads,^ review,^ starts,already known,'
'and is,and will,apps,are ignored,are masked,are never,ask the,atomic,authentica user,authentica with,be changed,'
'beside,big,capture,cells,changed,cleaner,code generation,confirm true,contacts folder,convention,dbt,delta,didn,'
'direct,download,drives,each step,each with,education,eur,exactly one,exit,expect,fields,files use,footnote,for small,'
'full path,internal knowledge,into an,key id,know the,link to,list with,local filesystem,look up,lwc component,major,'
'metrics to,must have,not call,not contain,number format,of conversati,of file,offset,opt out,page with,performanc,'
'performs,prefer the,processed,profiles,prompt example,query with,read or,riot,round,sam,sentence,session has,smallest,'
'sold,species,splits,storage,systems,takes precedence,the feedback,the screenshot,the waiting,theft,thread,to attach,'
'to follow,to load,to look,to show,to start,tone,tool before,triggered,untracked,useful,user names,user query,way to,'
'withdrawal,your reply,=ask=oblige,=code=oblige,=not:put,^ cannot,^ existing,^ explains,^ filters,^ ignores,^ manage,'
'^ next,^ prices,^ publish,^ raw,^ rows,^ verify,^ wait,aggregated,an account,an empty,asks to,branches,building,'
'carrying,chose,city,constraint,coordinate,cremation,data source,day,deep,distributi,dry,dry run,empty for,environmen,'
'executable,facts,flags,follow instructio,gathers,get one,hand it,has more,hidden from,hit,is created,iteration,'
'keeper,late,line number,localhost,make it,masked,merges,moving,mustn,not show,note this,of lines,omit for,operations,'
'or more,organisati,payloads,performed,plays,power,saved to,send to,sex,signed in,specifies,specify,square,stores,'
'suggests,tap,tell the,terms accept,test the,that later,this run,to action,to file,to write,tools of,unix,use this,'
'used for,user asks,uses,waiting,watch,where to,will return,前请,=ignore=private,=money=order,=private=not,=sink=every,'
'=sink=other,=when=not:show,^ confidenti,^ credential,^ each,^ ip,^ number,^ output,^ test,^ useful,actually,add note,'
'and does,and each,apex,api calls,are asked,are hidden,as fallback,as string,at and,because the,becomes,blocking,'
'bought,by line,captured,cc,changelog,click on,clusters,companies,continues,csv,data point,descriptiv,detect,directorie,'
'discounts,dose,driveitem,empty list,envia,evening,file content,filter for,finds,first if,google,gpt,heard,in commit,'
'in two,index to,insight,instructio to,is asked,is optional,it under,just the,leave out,linkedin,liquid,los,manage,'
'may include,microsoft,might be,monday,not follow,not required,of line,ordering,otherwise,over time,own words,password in,'
'plan apply,planning and,pressure,query is,ready,remote device,resolves,returns an,roles,run results,same as,satisfacti,'
'semantic,sure that,teams,text as,these are,this many,to validate,updates the,visible,visible in,wind,wishes,with json,'
'wrong,your answer,不是,户没,=ask=param,=grant=user,=know=do:run,=order=do:run,^ fetches,^ generates,^ pages,^ personal,'
'^ phone,^ source,accuracy,aggregate,airport,all required,and specific,any change,are on,as id,associated,be called,'
'be copied,because,buckets,but not,by its,cancels,card numbers,chunks,clearly,combine,comments to,completed,configure,'
'consider the,contacts,contenu,costs,countries,cpu,dc,detailed,disappear,drops,each change,endpoints,exports the,'
'feat,filepath,files to,fonts,formulas,fraud,get schema,has explicitly,heading,if one,image for,importance,indexes,'
'inside the,interview,investment,is closed,is member,its key,loads,logs for,make up,migrate,model is,must include,'
'notes for,null,optional comment,packs,path path,pension,permanentl,profile,property is,pupil,reaches,relative,releasing,'
'remote devices,rendering,required for,results json,run in,sentences,seo,series,service account,size in,slower,so you,'
'specified in,starting point,syntax,team,technology,the analysis,the function,the label,the law,the summary,thing,'
'this only,time code,timezone,to that,true only,url to,urls,used as,vars,vpc,with category,without changing,you get,'
'you re,并返,问用,=destroy=user,=order=name,^ additional,^ allow,^ alternativ,^ full,^ permission,^ private,^ response,'
'^ skips,^ splits,^ whether,above the,abstracts,accessibil,acknowledg,add footnote,all fields,already have,an api,'
'analyze,and next,and update,answering questions,appointmen,approves,aws account,aws sam,between two,breaking,calendar,'
'cancelled,changes,collection,colons,colours,compile,component,computes,copy text,correct,crontab,cycle,decimal,'
'dedicated,default for,demographi,differentl,enter,extension,fetches the,file name,files are,for one,for safety,'
'for what,from previous,generates,generation,gh,groupby,holidays,ids are,if there,if you,ignored if,initialize,instant,'
'invites,is provided,is sent,it exists,key from,labels,layout,legal,like,lookback,markdown,may,metadata,milk,non empty,'
'note text,note that,opens,param,piece,plans,polaris,prediction,preserve,project is,queries are,query in,range,ranks,'
'refs,regardless of,reporter,request id,resource,resources,restart,returns the,rgb,schema,security group,separately,'
'signed,sorted,squash,still,structure,targeted,the original,the target,titles,to sort,tool should,tool whenever,'
'unit,utc,validator,vat,vehicle,version history,with other,worksheet,wrap,write file,提供,是否,没有,组件,=destroy=our,=other=url,'
'=private=sink,=results=when,^ audit,^ date,^ directory,^ drop,^ entries,^ find,^ issue,^ log,^ notes,^ rule,^ service,'
'^ text,^ top,^ warnings,^ will,abc,aws cli,aws service,beneath,blurred,by step,calculate,caught,caused,changes the,'
'configured in,correctly,crawl,create the,current user,data and,descending,divisions,drawn,each entry,edges,embargo,'
'emulation,fallback,filter pull,flowers,for example,for notes,formula,from search,gate,grafana,group is,groups,guarantee,'
'hire,ignored by,in full,in iso,incoming,instructor,insufficie,is accepted,is told,issue key,jq,jsondata,key value,'
'kitchen,kubeconfig,land,lawyer,lease,library,links,mentions,mm,model name,most relevant,multiple files,mute,name for,'
'name to,naming,natural language,neural,new one,newline,newly,of keys,of these,only available,order in,order of,'
'origin,page content,pivottable,previous response,prompt the,query to,read write,relative to,renders,rotates,says that,'
'science,second call,seconds,session and,set,significan,similar,sizes,slide,slug,sparklines,specify the,staging,'
'summoner,tags,text search,the docs,the reference,the snapshot,the ssh,the start,the uid,this turn,till,timeout,'
'timestamps,to open,to reset,to which,use case,uuid,valkey,when provided,with list,you want,中的,例如,容を,=every=not:show,'
'=know=inner,=other=name,=param=persist,=private=other,=secret=itself,=tool=not:show,^ allowed,^ apex,^ authentica,'
'^ books,^ clears,^ contains,^ exactly,^ generate,^ line,^ match,^ pushes,^ records,^ result,^ return,^ some,agent to,'
'aggregatio,all tasks,allocate,allowed values,alter,an issue,and always,and one,annual,api the,apis,approver,are about,'
'are listed,areas,articles,at time,attachment are,autocomple,battery,be supplied,boolean,bound,breakdown,business,'
'bytes,calls of,can use,capability,change it,checking,cites,colleagues,come back,commission,compiled,confirming,'
'console messages,contain the,creates an,currentuse,default false,default is,delayed,depot,domain,draft note,element,'
'empties,erase,escape,eu,exactly as,falls back,fetches,file in,files that,filter results,filters are,for articles,'
'for message,from its,garage,get job,gives,glass,hasattachm,ids in,if available,in directory,instructio and,is denied,'
'is valid,it has,item that,kept for,language,large files,medium low,merge request,mutations,nexttool,notifies,number of,'
'omit to,once the,optional for,or in,or list,organizer,overall,passes,path is,per line,pickup,prefixes,presentati,'
'prompted,provided the,pushed,queryknowl,range of,realtime,rebase,refuses,remind,request to,retention,retrieving,'
'scores,search query,search within,section of,sendrespon,separate from,should use,size and,smtp,so this,stash,state and,'
'status and,status of,subdirecto,submitted,sure,taken,test plan,that can,the approval,the new,the period,the project,'
'the redis,the specified,this directory,throughput,tips,to disk,traffic,trees,triggers,trips,types,ui,update delete,'
'valid for,versions,working tree,write to,your aws,时请,要传,迁移,=money=authority,=sink=reply,=us=do:run,^ author,^ determines,'
'^ hand,^ most,^ pagination,^ record,^ searches,^ server,^ transfers,adset,advice,alerted,always use,an index,and after,'
'and reports,apex class,applicable,applicable to,are removed,arxiv,assumption,attend,authors,bcc,browse,budget,charges,'
'children,classes,clears,clone,code from,color,combined,command that,commander,compresses,concatenat,connected,conservati,'
'conversati to,cross,ddl,decodes,denied,depth,diff output,doc,each run,ec,elements,empty,engagement,example,extract,'
'extremely,eye,fast forward,fbx,file contents,first call,follow them,for it,for when,from an,fund,gas,get complete,'
'guid,happens,hi,history of,how,iam,id in,if true,in local,in one,inform,intelligen,is on,is present,it goes,journey,'
'keeps,lastmodifi,limit to,list jobs,looks up,match the,merchant,merge strategy,method,metric,modifiers,ms,much,'
'navigation,not in,not mention,not used,on call,on large,on pull,on the,or,or other,possible values,processing,provides,'
'pulled,rather than,recommende for,registered,relative paths,removes the,represent,reviewer,row,run to,scopes,searching,'
'settings for,sha,sha of,snippets,solution,sorted by,spelling,stop the,suggest,suppresses,synchroniz,that match,'
'the country,the id,the input,the organisati,the organizer,the release,the review,the syntax,the tab,think,this conversati,'
'thought,to do,to test,tree,true when,type type,typically,understand the,unhealthy,url,url in,use if,was found,when omitted,'
'wipes,with any,write operations,you specify,you think,域名,拒绝,指定,明确,用于,设置,该参,=code=all,=code=every,=destroy=name,'
'=know=obey,=persist=order,^ convert,^ git,^ human,^ increase,^ mandatory,^ nobody,^ permanentl,^ snapshot,active,'
'activity,add them,adset id,advanced,ai编辑器,alias of,an element,an emoji,an explicit,and it,and type,append to,apply to,'
'are the,asset,assigned,attached to,attacks,be automatica,bike,bodies,brew,bypasses,cancellati,capabiliti,categories,'
'category,channel,citations,cli command,closes,cls,comma,compare,consistent,consume,contexts,council,count and,criteria,'
'current,currently,database records,datadog,datatype,date,default and,default to,deliver,department,deprecated,deprecated use,'
'design,devuelve,dish,don,downloaded,draft,each request,endnote,ensures,entries,envoie,eq,estimated,evaluates,events,'
'excluded,execution,existing,existing files,expansion,exposes,exposure,extract only,feature,feature visibility,field names,'
'file path,files or,fill out,fillcolor,from file,from one,full content,full page,game,gib,goods,grading,handles,'
'hard,has to,hop,hosted,image is,images,include the,included in,instructio if,interval,is reported,issues to,items,'
'iterations,jira issue,judgment,link is,list users,lists all,looked,mail to,map,merge requests,modes,multiple,music,'
'nearest,normalize,odata,of its,of table,oldest,oldest first,omitted the,on which,orgs,package name,phone,physical,'
'polls,position of,preserved,pressing,proceed to,proj,ratings,refunded,relevance,rely,repeated,res,rest api,retrieve list,'
'returns,revenue,samples,saving,scrape,searches,section,see the,sequential,server may,sprint,stays,strategy,suspected,'
'test execution,text is,text with,that are,the format,the hash,the next,the note,the primary,the safety,the version,'
'the zotero,then call,thorough,to identify,to move,to narrow,to share,true include,ts,use get,use query,user sees,'
'valkey command,values for,walking,web applicatio,yaml,your applicatio,下载,地域,容的,应用,文档,查询,特殊,类型,编码,配置,=applies,=notice,'
'=other=do:run,=param=guard,=secret=tool,=tool=url,^ absolute,^ answers,^ applies,^ best,^ case,^ critical,^ current,'
'^ detects,^ distance,^ filename,^ ignored,^ it,^ only,^ required,^ search,^ sort,^ specific,^ title,^ token,^ variant,'
'^ workflow,added,always pass,analysis tool,and only,and wait,applies to,as or,attempts,attendee,attendees,based,'
'basic,be valid,before anything,between and,bevor,birthday,bottles,broken,buyer,by their,call this,changed in,claim,'
'colors,comments,commit hash,common,complex,converter,creates,crew,cs,custom field,dbt version,decisions,delete an,'
'deployed,describing,detects,dicts,directory where,displaynam,dm,draft to,duplicates,each of,email address,email to,'
'enhance,escaped,expression,extraction,field name,file if,file watcher,financial,flow,focused,for most,format of,'
'guarda,hyper,idempotenc,if not,ignore any,images are,improve,in later,inclusive,increase,intervals,into one,is included,'
'is kept,judge,landing,localpath,located,locations,locker,long running,lwc,max lines,members,message and,mobile device,'
'model health,network request,next task,not just,not send,of query,of resource,on success,on top,one the,org,organizati,'
'page,page in,page of,partial,paths to,percentage,picks,por,prerequisi,principal,redis,references,references that,'
'regional,rejected,renames,render,renewed,research,response model,responses,returning,sarif,scoring,sector,selects,'
'shorten,should not,show only,since,sized,slicer,soft,someone,source branch,specified,tabid,tags to,text from,that nobody,'
'the bill,the city,the display,the entity,the gate,the member,the profile,the repo,the settings,thinking,thousands,'
'to perform,to skip,token to,total,total sales,user first,users to,validates,values and,whether the,windows,wine,'
'works with,允许,名称,城市,语句,跳过,远端,=ask=mail,=deed=our,=do:put=not:tell,=know=url,=money=do:move,=not:deceive,=not:run,'
'^ bid,^ cs,^ extract,^ navigate,^ operation,^ package,^ perform,^ position,^ query,^ quietly,^ request,^ specifies,'
'^ suggest,^ what,abstract,add an,admins,agent with,aggregates,alert,alias to,all subsequent,alpha,and are,and memory,'
'and time,archived,artifact,as list,assigns,be added,before writing,biomedical,blender,boards,box,branch in,branch to,'
'broad,browser session,bypass,calculatio,cast,catalog,cd,cherry,comment to,compatibil,connects,creating,creditsuse,'
'custom,data with,datetime,default true,delete or,desc,determines the,devices,dimensions,directory is,discovery,'
'due date,ear,edit,encrypts,end time,entirely,entity,enum,error,extracts,filter and,flex,for day,for merge,fuzzy,'
'gb,glb,graph,guard,guessed,head,header,id,id field,if any,include metadata,informatio and,initially,insider,instructio in,'
'interested,iso,iso format,issue keys,jwt,kept in,key to,know which,lapses,last modified,latitude,libraries,licensing,'
'line numbers,list all,loading,log lines,longitude,mb,merging,messages of,migrationn,more tasks,mutual,name in,no approval,'
'not set,object in,of issue,of messages,on each,only not,operations for,options to,pair,pass to,path where,per,playwright,'
'plugin,polling,population,practical,precedence,precedence over,prevent,private channel,qualifying,read all,reproduce,'
'requiring,returned as,search in,search instead,searchid,selectors,sent to,set this,smaller,specifies the,stack,'
'stat,stopped,subtasks,subtree,sv,sv vg,swipe,the bot,the buyer,the fields,the get,the mcp,the possible,this for,'
'this instead,this will,to hand,to one,token from,took,tool retrieves,unified,unless you,upload session,upper,url of,'
'use when,user asked,user by,username,wish,work on,workflow for,workflows,wrap up,you do,分类,密码,户明,操作,替换,格式,模型,涉及,'
'路径,=is:install,=know=all,=know=talk,=not:request,=obey=secret,=sink=all,=talk=name,^ account,^ branch,^ computes,'
'^ language,^ moves,^ namespace,^ parse,^ secrets,^ targeting,^ without,absolute paths,activate,add comment,additional context,'
'agent browser,agvsbg,album,alexandria,alignment,amend,an integer,an open,and check,and may,api returns,appear in,'
'applicatio to,artifacts,assignee,associated with,attempts to,aura,automation,be listed,belongs to,boundaries,can add,'
'channels,cherry pick,command line,complexity,confidenti,consequenc,content base,content the,cost optimizati,counting,'
'crossing,csv file,curl bash,currency,datasource,date and,deploying,directory path,display name,dyno,encodings,equivalent,'
'etag,feedback on,field in,file as,filename,find files,firecrawl search,for private,for questions,her,historical,'
'imperative,imported,informatio,instances,integer,interact,isolated,issue link,item,item name,knowledge base,label name,'
'lambda function,latest version,lds,likely,listbrowse,lost,management tool,matches the,missingcon,module,more precise,'
'multiple times,navigate,next step,notebook,numbered,odoo,of items,older,omits,on merge,only include,operation to,'
'outcomes,paid,pass them,path parameter,pgstore,pipelines,pois,programmin,property to,querying,reaction,reasons,'
'recorded,recursive,repl,request body,require,resolution,resolve,revoke,scatter,scraping,select and,selected,show,'
'snippet,spec,specifying,stored in,string to,structured,subnet,substituti,such as,summary and,supports filter,symbol,'
'synthesise,tasks in,tell us,temporaril,tentative,that specific,the active,the available,the family,the html,the table,'
'themselves,this option,this when,timetable,tip,to execute,to message,to pass,to prevent,toml,tracing,traded,urls are,'
'version,version number,viewport,virtual,vs,which may,with process,wording,worklog,you can,you should,与用,传递,在用,场景,'
'要求,镜像,=ask=do:take,=do:move=do:put,=every=do:tell,=guard=name,=ignore=us,=money=other,=results=all,^ body,^ custom,'
'^ enable,^ list,^ multi,^ otherwise,^ passing,^ quote,^ relative,^ remote,^ supported,^ time,additions,airline,'
'alertmanag,an array,analyzer,and all,annotated,annotation,api for,arguments,array,attributes,backed,base url,bash,'
'be saved,break,browser window,can also,canvas,changelogs,changetype,child,claude,clauses,code analyzer,collection of,'
'combine with,confirmed,contact folder,contactfol,context to,continuous,controlled,conversati,couchbase,created,'
'customers,cv,dans,data to,decimals,declined,definition,determined,devtools,directory for,directory that,documentat and,'
'downloadab,drill,emoji reaction,emphasize,entities,error details,europe,event,excel,excludes,experiment,fails,files for,'
'filings,filter eq,firecrawl,follows,footnotes,for future,for local,for update,forget the,free,frontend,groups and,'
'helpful,id and,id from,id here,immediate,important,incidents,included,indicate,indicates the,instructio are,ip,'
'is automatica,issued,jira,json output,limit,logic,logs,manifest,media,message for,metadata and,midnight,modified,'
'multipart,names in,nearby,netlify,new,new name,nor,not part,of fields,of one,of package,one hour,only used,or get,'
'page to,pages,path,period,pixels,please be,pmd,postgresql,precise,prefer,preserving,preview,project,project directory,'
'publicatio,queued,ranges,read it,recent,record id,regulation,remote name,repository to,represents,revisions,rider,'
'root of,run an,schedules,search result,single,skips,slashes,space key,specific,sql query,status,status for,statuses,'
'string is,subtask,tag,tempo,texts,that include,the asset,the base,the changes,the dbt,the knowledge,the library,'
'the notebook,the state,the ticket,this first,through firecrawl,time is,time when,to clear,to meta,to pull,to retrieve,'
'to select,tonight,topn,true if,typos,uid,united,user consent,validated,value to,via the,video,when you,without asking,'
'创建,前に,命名,容器,支持,无法,用的,获取,行前,输出,限制,项目,=ask=other,=do:put=not:ask,=every=reply,=not:install,=us=do:take,^ assign,^ base,'
'^ batch,^ command,^ dsa,^ false,^ javascript,^ names,^ nothing,^ plan,^ schema,^ structured,^ success,^ table,^ total,'
'account id,alarm,alerts are,all qualifying,allowliste,always ask,amazon,an existing,analysis,and metadata,and optionally,'
'and other,and text,are enabled,arn,as base,ask for,associate,axis,bad,call learn,candidates,champions,character,'
'characteri,chars,check out,chosen,commercial,compilatio,computed,context and,credential of,crews,crop,declared,'
'defined,delegatewi,details for,diagnoses,dispatch,do not,does,edited,emails,emulate,enhanced,ensuring,example usage,'
'explore,features,filter,fixing,folderuid,following netlify,for deployment,for large,for that,for understand,from start,'
'functions,ga,get next,get operation,given user,graphql,guaranteed,highly,html,hybrid,iac,id to,identifier,identifier to,'
'image to,in blender,in pixels,includes the,informatio for,interact with,interest,is currently,is false,is stored,'
'item and,kept,lab,labs,larger,learning,links that,location and,logo,logout,logs from,logsql,mailbox,matched,merged,'
'metrics,milestone,mime,minor,minutes,modify,modules,monitor,must provide,need,negative,next cursor,not support,'
'notation,number to,nx,objects with,of categories,of git,of multiple,options for,orders,pandas,pandoc,premium,preprints,'
'prompting,py,queries that,querysugge,recreate,recurring,regex,rego,regular,repeats,result as,results for,right file,'
'rounded,routes,runbook,scf,search parameter,see,selector,server dc,sessionid,shell command,shop,sqlite,stage,stages,'
'start time,states,stocks,stories,success message,superseded,tasting,tex,than one,the border,the endpoint,the signed,'
'the steps,this can,this server,to associate,to complete,to generate,to view,token is,tool output,treat the,ui component,'
'underscore,unique,uniqueid,unix timestamp,updated,use with,validation,value,values in,variant database,variants,'
'visible to,vision,warehouse,watchers,whether,wikipedia,with project,work item,yolo,yolo mode,不提,列表,命中,时的,注意,返回,'
'部署,=ask=when,=oblige=not:ask,=param=do:move,=private=itself,=when=every,^ called,^ destinatio,^ lambda,^ object,'
'^ partial,^ plans,^ preview,^ progress,^ providing,^ retrieves,^ returns,^ skip,^ tags,^ topic,^ urls,^ validate,'
'absolute path,across different,ads,after you,ambiguity,and content,and write,announce,bdi,behavior,better results,'
'between,bounding,breakdowns,build to,by using,called before,campaign,can see,caption,case,center,certified,check the,'
'compute,conditiona,connection,conversati is,converted,country code,create pull,creation,dashboard,dashboards,dbt semantic,'
'default,default all,defaults,dependency,describing the,descriptio and,details,devops center,drop,dsa,each containing,'
'east,emailaddre,example for,extending,file names,focus,for app,for direct,for input,for non,format,forward,frequency,'
'git,glob,guide,helped,in excel,in github,in single,incident,incorrect,indicates,initiates,inline,input,invokes,'
'is unavailabl,it would,json,key or,km,label names,lambda,languages,latest,leia,local path,loops,managed,mapping,'
'market,marking,matrix,measuremen,media type,metadata for,milestones,msk,msk cluster,multi,name descriptio,narrows,'
'none for,normalized,not yet,notebooks,notes are,object names,of records,onenote,online meetings,only return,optionally,'
'or video,paginated,panel,params,paths,patients,patterns,payer,perfect for,perform an,postal,posts,potential,primary,'
'progress table,proper,prune,published,reaching,readmes,refactor,referenced,referer,remote repository,repeatedly,'
'restricted,results file,retrieves,return merge,returns all,returns it,robust,search keywords,security pmd,selects the,'
'sets up,shape,shows which,specific file,specs,starting,static,statistics,string for,submission,substring,suites,'
'symbols,tag to,text content,that could,the app,the exact,the image,the overall,the registry,the server,the underlying,'
'the wiki,to copy,to emulate,to to,tool allows,tool calls,tool over,tool that,top left,topic string,treats,type,'
'type is,underlying,updating,upstream,us east,used when,user own,vector,visiting,webmcp,website,what to,xml,you cannot,'
'先调,先调 调用,取文,如,开关,某个,标识,=ask=order,=inner=guard,=know=oblige,=not=reply,=obey=sink,^ ad,^ alexandria,^ analyze,^ crawl,'
'^ credits,^ defaults,^ font,^ identifier,^ indicates,^ messages,^ pattern,^ performanc,^ reads,^ specify,^ sql,'
'^ true,^ update,^ zotero,^ 返回,accepting,action,actionable,actions,alerting silences,alexandria provider,along with,'
'and cannot,apex test,applied,at which,attached policies,available,awk,backlog,body is,braf,bubble,certificat,clinical,'
'comment visibility,completed requests,configurat or,connecting,convert to,create draft,created at,creators,current working,'
'customizab,customize,data bar,database and,debounce,embeddings,embeds,errors,everything that,exa,exclude,expiration,'
'family,flagged,for results,for retrieving,framework,freshness,get file,get list,group,guides,hash,iam group,id when,'
'if false,image,in their,include content,it into,job with,joined,keep the,keyless,learn shopify,linkedreso,local,'
'location,long,lowest,macros,mappings,maps,matches,merge cells,messagerul,more efficient,more reliable,nodejs,occurred,'
'onedrive,open the,optimized,options,or an,or delete,owned,pages of,passages,pid,places,plannerbuc,plannertas,previously,'
'private repositori,prompt is,properties to,protect,questionab,rebuild,refers,refers to,relations,replaced,requests catalog,'
'requiresac,resolving,result of,retrieves the,return,rows of,scope,shopify api,sidebar,skills,south,specialize,sponsored,'
'storefront,strike,subtype,svg,system completed,system user,task list,tcb,terraform,the currently,the date,the merge,'
'the mime,time at,to html,to its,to match,tool runs,top level,totalusers,trash,turns,urn,user default,using,varies,'
'varies by,waits for,was opened,web pages,webapp,weighted,weights,width,width of,workspace,worktrees,written,zotero,'
'中设,仅在,关闭,北京,常用,班级,示例,置的,自动,课程,配置 置的,=ask=user,=not=url,=order=not,=param=other,=wrongness,^ cell,^ company,^ detail,'
'^ dict,^ free,^ gene,^ get,^ image,^ job,^ mails,^ pass,^ paths,^ repository,^ row,^ task,^ type,^ unix,^ with,'
'able,able to,ag,all branches,all pages,an iam,and tell,any tool,are supported,assign,authz,authz user,aws services,'
'backticks,be able,by category,by id,calculated,canonical,change,cl,classic,clientstat,cloudwatch,co,collection to,'
'comprehens,consumer,creatives,data web,declaratio,defaults to,delimiter,devops,dict,digit,donation,driven,dropbox,'
'effective,elicitatio,error for,esm,express,extracted from,faster and,feld,filters to,formal,frequencie,full details,'
'genetic,geometry,get,group or,grouping,have been,heroku,iam user,ids to,img,in collection,in points,invalidate,'
'is enabled,items from,job id,jpg,least one,limiting,linked,lowest cost,mailfolder,maintain,managehost,matcher,meta ads,'
'mimetype,mo,mobile list,modificati,of data,of office,operate,operations read,or create,other tools,outside,paragraph text,'
'pd,pie,powerful,prefix to,present,prioritize,process pid,produced,promote,properties,puts,readme,record data,reduce,'
'release,released,reset to,returns results,reuse,revoked,rich menu,rss,run code,says,schema to,served,settings and,'
'silences,similarity,sources,st,store the,str,streaming,table will,targeting,the area,the exposure,the heading,the total,'
'ticker,to give,to jira,to null,tool the,trailing,trial,tried,true return,usage,user that,valorant,videos,wait for,'
'why you,wise,with them,writes,yml,you give,像地,容并,开发,得到,必须 须传,恢复,时才,模板,消息,除后,须传,=ask=authority,=never,=oblige=brand,'
'^ args,^ based,^ combine,^ data,^ firecrawl,^ includes,^ move,^ odoo,^ or,^ overrides,^ pair,^ passwords,^ tag,'
'abort,ad,added to,alert rules,all available,and curated,api version,assets,based on,can read,col,completely,conditions,'
'conversati from,copilot,curated documentat,current state,demande,distributi of,dropdown,dynamicall,efficiency,empty string,'
'end line,eventbridg,every call,exceed,expanded,expired,explicit confirmati,firecrawl agent,flake,for broad,forecast,'
'foreign,functional,gcs,git set,handling,hardcoded,hunyuan,inline policies,interventi,it without,jest,job run,logs to,'
'measured,methods,name new,names,north,null when,objectives,otherwise it,oxygen,pair with,physics,properties of,'
'protected branch,quantities,query on,remain,remote cloud,republic,response to,returns job,role,rs,satisfy,search,'
'selection,set working,shipped,stable,start line,status is,sub,subdomains,tab,tags and,tell,terminal,the grafana,'
'the guest,the llm,the player,the policy,the results,the silence,the stack,the upstream,the website,the workbook,'
'treatment,tunnel,type to,use cases,use read,used,violation,whenever the,with caution,with zotero,working dir,关系,'
'关联,录的,联关,=destroy=itself,=do:move=do:run,=ignore=url,=know=order,^ and,^ force,^ import,^ resource,^ second,^ turns,'
'accomplish,are included,are reported,as it,average,average order,avg,board,calendar event,cdk,choosing,clients,'
'curated,depends,depends on,details including,diff json,enables,encoded,end date,event in,execute command,execute the,'
'exists,file was,first to,flight,font,gemini,get model,global,hasimages,html content,incrementa,int,issue object,'
'it again,it along,level,library id,link that,manager,may not,means the,mime type,moderation,nested,network requests,'
'not as,ohlcv,one or,order value,own,plants,position,prompt that,raw html,reliabilit,reused,ripgrep,rule configurat,'
'sam cli,sam directory,searcher,sees,selling,sends an,src,suggested,summary of,the activity,the sqlite,to edit,to read,'
'tool for,tool provides,trading,treat,uids,unsure,uploaded,user mentions,uses the,vercel,via get,when using,working with,'
'workitems,zip file,zotero library,必须,时使,时使 使用,=deed=us,=not=do:put,=obey=order,=url=do:take,^ at,^ by,^ disable,'
'^ excel,^ execution,^ grafana,^ need,^ partner,^ policy,^ single,^ treat,^ username,across,all requests,alphagenom,'
'anchors,and any,are connected,are sent,back to,cloudfront,confidence,diverse,dns,download link,executes,files and,'
'forwarding,hypothesis,ignore previous,initiate,ll,mail,meta api,multi value,new page,nothing was,null to,one of,'
'package json,password of,platform position,policy to,provides comprehens,related to,res partner,starts at,subtopics,'
'talks,temporary,to analyze,to resolve,use it,user details,what are,=authority=do:take,=user=quietly,^ recommend,'
'^ safety,^ start,always prefer,approach,callback,drive item,enabled,every answer,generate model,identities,inline policy,'
'intents,internally,key for,listen,make sure,model step,of url,prefix,remaining,saved,see what,silence id,switch to,'
'systematic,task to,the copy,the generate,the step,them into,to new,to repeat,to reply,询工,^ accepts,already,and let,'
'connected to,drafts,files the,from other,have no,operates,protection,sensor,simulated,there are,^ use,at all,book,'
'every time,feedback,need the,query string,tool when,while it,=secret=guard,^ avoid,more than,of them,policy from,'
'to use,printing,the tag,unless the,values of,^ tools,are none,are only,determine the,for which,front of,if an,largest,'
'reporting,the field,the full,the sum,variable,who is,=param=money,again after,all mail,beneficiar,config files,'
'full text,health,hear,is not,its output,not run,presenting,repositori,up with,=all=quietly,=destroy=do:move,=loop,'
'=oblige=softpath,=talk=other,=user=softpath,^ commands,^ who,as long,at once,begins with,dispute,down the,downloads,'
'file,for anything,has an,instructio of,list for,long as,network,plots,precision,records,take,text for,text message,'
'the email,the raw,the web,them by,until it,while,within the,write access,=money=not,=oblige=name,^ for,^ name,administra,'
'after which,another server,approved,auditing,aware,be,but the,cat,data for,disable the,due,is none,mandatory,pip,'
'produces,the error,the maximum,to for,whatsapp,write into,written in,=ignore=obey,^ automatica,^ commits,^ visibility,'
'account for,account number,act as,anyone who,architectu,are not,are resolved,be closed,bearer token,before answering,'
'build the,click,code for,complete,con,emptied,field for,fingerprin,hash of,in our,in the,is required,last,lasts,'
'left,must always,provide the,regions,select,size of,straight,suitable,the words,via,was deleted,前先,调用 用前,=do:prefer,'
'=ignore=all,=inner=user,=model,=oblige=mail,=success,^ an,^ prior,^ supply,always call,amount of,an order,and act,'
'approve the,auto approve,banking,belongs,builds,find,findings,font size,for simple,found,house,if asked,including,'
'interpret,line to,loop,mistakes,not apply,nothing of,nutzer,of users,plain text,positive,private key,refer,regardless,'
'returned in,showing,subject to,text into,the body,the commit,the content,the username,the value,them as,thoughts,'
'ticket,to record,web search,who has,に渡,执行,=destroy=us,=do:destroy,=do:take=do:move,=every=do:put,=every=not:tell,'
'=hush,=name=do:take,=opening,=param=all,=private,=private=when,=said,=tool=do:take,=user=other,=user=us,^ clear,'
'^ edit,^ location,^ previous,account with,add our,add the,and read,auditor,block,chrome,clear the,encryption,experience,'
'explanatio,first in,guidance,hosts,how the,incomplete,is being,js,last day,master,nothing,passed,payouts,prepend,'
'programs,proven,revision,running,scored,send,spreadshee,tariff,ten,that you,the audio,the line,the planner,the sandbox,'
'the script,there,this mode,to main,to three,trace,unavailabl,unseen,verified,visibility,whoami,wiki,读取,=brand=us,'
'=do:ignore,=not,=order=do:move,=our=brand,=param=authority,=private=money,=results=do:put,=secret=do:run,=sink=do:take,'
'=talk=do:run,=untold,^ enter,^ extra,^ one,^ retry,^ scan,addresses of,an image,answer the,attach,au,by two,carry out,'
'checkout,clean,comply with,connect,dialog,disk,every,for github,headers,host name,identity,if none,ignoring,in its,'
'is about,is deleted,is faster,is unknown,light,maintenanc,more,otherwise the,project and,reason,remove,request as,'
'rights on,service,success,the network,this chat,this endpoint,typed,up,violations,waiting for,when no,while you,'
'的对,=destroy=talk,=ignore=name,=inner=do:run,=install,=persist=all,=persist=every,=talk=not,=tool=do:tell,=when=quietly,'
'=when=softpath,^ apply,^ they,^ when,all others,api key,be ignored,before the,blocked,camera,care about,chaque,'
'code block,competitor,content from,cursorrule,date of,display,fast,fixed,for any,formatting,four,gebruiker,hook,'
'in every,industry,is called,is left,leave this,maintenanc mode,mem,message to,messages in,might,nobody,of any,omit the,'
'overwritte,parametro,part of,passage,payments,personalis,posted,press,reply,reported as,required by,restored,revise,'
'right,run with,salaries,salary,si,so,sole,summary,tests,that it,the descriptio,the disk,the location,the manager,'
'the most,the operator,the previous,the scan,those,time the,times,to improve,token,under,use as,well,which is,whole,'
'whom,will be,withdrawn,写入,如果 果用,字段,密钥,果用,果用 用户,要使,=all=not:tell,=every=not:ask,=is:run,=not=do:run,=not=do:take,'
'=param=code,=secret=param,^ grant,^ your,all environmen,and append,and forward,and give,answer that,appel,as though,'
'assumed,auction,back the,background,better,collected,comes first,considerat,convenienc,courier,data from,debug info,'
'do,down,else,error messages,erwahne,field of,folded,folder to,habit,he,hostname,iban,including the,inspected,is full,'
'its result,keys that,learn,load the,mark,migration,named,no,number from,of birth,page as,perform,print,quota,records to,'
'reminders,repository for,say,score,search and,session is,show the,split,stand,subscribe,surcharge,talked,tenant,'
'thanks,that no,the account,the failure,the history,the notificati,the pipeline,the reply,today,topic is,tracker,'
'warning,we can,what,works in,地址,=ask=grant,=ask=not,=ask=private,=destroy=every,=destroy=not,=do:move,=grant,=guard=reply,'
'=inner=oblige,=not:show,=not=not:show,=secret=other,=tool=our,=us=do:put,=user,=whatever,^ before,^ deploys,^ people,'
'addressed,as an,bids,cause,certificat and,checksum,conversati and,deployment,determines,documents,documents and,'
'each,enough to,exchange,falls,fetch and,fetch the,filesystem,followed,for approval,forward the,github,guest,in context,'
'in mind,in order,inputs,is at,is deprecated,it in,keys,levels,local files,look,lookups,md,meant,meets,modifies,'
'not enough,of their,org and,outage,passing,people,push to,query and,reach the,refer to,requests with,restore,sees the,'
'server to,shell,sum,sums,that,the attachment,the calendar,the issue,the largest,the prompt,the role,to and,to build,'
'to see,to upload,use any,weekly,yearly,=all,=authority=name,=consent,=grant=authority,=guard=oblige,=inner=itself,'
'=our=reply,=persist=tool,=private=order,=reply=us,=silence,=talk=deed,^ admin,^ mark,^ modify,^ on,^ put,^ security,'
'^ trace,add it,and include,audits,backwards,built,characters of,content of,each line,en,environmen in,essential,'
'for file,for its,gateway,government,hand over,if this,interfaces,into,limit for,links to,models,notify,on every,'
'on in,onto,payload,pre,private keys,pro,prove,put in,required if,reviewers,routed,runtime,said,save,savings,scaffold,'
'screen,services,seven,share the,show it,silent,speaking,that name,the api,the build,the contact,the draft,the free,'
'the health,the host,the messages,the parameter,the request,the secret,the talk,the top,the workspace,theory,to every,'
'to know,to our,treated,up the,visits,without waiting,you only,工具,放入,=ask=obey,=authority=when,=deed=not:show,=destroy=other,'
'=do:move=do:tell,=do:put=not:show,=hushed,=money=oblige,=name=do:tell,=obey=our,=obey=us,=oblige=other,=path=do:move,'
'=private=do:move,=private=guard,=sink=do:put,=sink=oblige,=tell,=void,^ after,^ json,accordingl,account,agrees,'
'allow,allowed,and not,as soon,asking for,be passed,buy,can get,check of,code that,dem,disregarde,dump of,each hour,'
'fail,filed,for complete,from the,funds,hashed,heap,include all,income,is allowed,issue to,less,mention,mentioned,'
'needed to,of what,password,payee,play,post to,product and,put,replies,rest,returned by,rot,soon,soon as,subagent,'
'tailor,tells you,the action,the console,the keychain,the machine,the notes,the payee,the record,time and,to disable,'
'translatio,truncate,user message,user will,version and,write,所有,=bad,=blindly,=destroy=reply,=keeper,=know=param,'
'=money=mail,=path=do:put,=persist=itself,=secret=every,=when=path,^ en,^ first,^ orders,^ prefix,^ whenever,^ write,'
'anywhere,around,as,as well,behind,button,cache,clause,cleared,could be,das,deploy,descriptio in,directory and,each call,'
'each page,enumerate,ernq,esta,footer,for these,gur,helps,herramient,installati,invent,investor,is in,is taken,is used,'
'leading,limitation,log,malware,may be,mode and,native,networks,none is,of this,only be,open and,our host,pay,please,'
'projects,provenance,raised,recipient to,response with,results when,review,rival,so that,tell me,that need,the built,'
'the change,the cluster,the database,the flag,the ids,the instance,the local,the session,the variable,theme,this session,'
'to ignore,to post,to receive,tokens of,tool in,verbatim,weight,with this,you use,your instructio,=all=do:run,=ask=every,'
'=ask=guard,=ask=ignore,=ask=money,=free,=ignore=tool,=is:request,=know=every,=money=name,=not=do:tell,=our,=our=us,'
'=private=do:take,=secret,=tool=mail,=urgent,^ as,^ ignore,all previous,analyst,and list,and their,answer is,any,'
'are no,attached,back from,be left,beyond,by user,contracts,created by,depend,depend on,difference,different,disable,'
'earlier,expects,expense,friend,gesprachsv,hotel,how many,human,in it,interface,intermedia,invoke,it at,keychain,'
'leave,lie,lower,main,not sent,often,prefers,quoting,rename,restrictio,save the,search terms,secure,sensitive,technical,'
'than the,the amount,the config,the editor,the listing,the prefix,the quota,the rest,the user,their,to compare,transcript,'
'translate,una,unsafe,update the,user api,we need,went,不需,不需 需要,其他,户询,每次,记录,=destroy=private,=do:put,=every=do:run,'
'=guard=do:take,=ignore=guard,=ignore=other,=later,=lesser,=obey=authority,=oblige=path,=talk=guard,=talk=itself,'
'=talk=our,=talk=us,=tool=user,^ empty,^ id,ab,address in,and addresses,any file,apply the,aside,avoids,begins,best,'
'client to,code of,configurat to,consistenc,corner,crm,curl,debugging,deduct,delegate,display the,do what,due to,'
'efficient,for telemetry,give,give us,had,harmless,import the,in front,inferior,inspection,involving,it stays,limit or,'
'listing,listing of,longer than,lower the,me,message in,name are,namespace,necessary,not visible,omit it,our server,'
'page has,parameter to,permission to,phrase,pod,positions,pupils,pushing,query so,real,recommenda,replaced by,request with,'
'required the,save as,server and,sharing,strings that,student,that would,the folder,the header,the one,the tenant,'
'they have,to close,to have,to stop,verify,virus,weekday,why the,witness,written to,your prompt,=all=softpath,=ask=do:put,'
'=authority=do:put,=brand=do:tell,=brand=every,=denial,=done,=ignore=do:put,=is:grant,=not=brand,=other=brand,=param=user,'
'=path=do:run,=penalty,^ add,addresses,also,and for,are told,be shared,because of,belong in,blanket,blood,damage,'
'db,du,every question,finance,get the,handled,host,ignore all,indexer,initiative,it only,knows,logged in,message with,'
'no confirmati,not exist,notice,of in,opt in,overwrite,pipes,port,posting,repository with,requests from,reservatio,'
'response as,server is,servers,share,start the,strings,su,substitute,tell them,the archive,the fetched,the firewall,'
'the working,to be,tries,up and,utils,vague,warm,what they,wrapper,yes,you,you are,your system,には,并传,=ask=persist,'
'=code=when,=deed=mail,=destroy=when,=every=us,=inner=all,=money=tool,=obey=inner,=param=do:take,=secret=do:put,'
'=secret=reply,=secret=when,=talk,=talk=inner,=user=not:tell,^ errors,^ findings,^ remember,^ reply,^ sign,^ translate,'
'ad id,addressed to,all links,allowed to,are now,as if,as of,as this,bundle,caching,cipher,configurat file,copia,'
'derived,drain,echo,enough,explaining,extended,first and,for later,fridays,hand in,home directory,hotels,image url,'
'inventory,it before,link and,maintainer,meet,monitoring,more and,non,occur,only the,our,outbound,output of,production,'
'requested,screenshot of,search is,should be,the data,the final,the question,the second,the week,upgrade,variant,'
'which the,whose,wi,with many,you to,you would,your,не,入参,=all=not:ask,=is:deceive,=mail=do:put,=obey,=order=do:tell,'
'=url=do:put,^ call,^ error,^ to,^ users,after each,an address,and leave,call the,carried,caution,demands,disregard,'
'drawing,drugs,during the,embedded in,extend,folder and,full list,gpg,group to,handshake,held,high,hits,it here,'
'keep,lint,list files,look at,memo,ou,overwrite the,patient,place,quoted,rates,ref,scheduled,server,servers are,'
'speak of,stop,study,submit the,that begin,the thread,this,threshold,to confirm,tokens,tool needs,tools that,usuario,'
'utilisateu,voice,we,your memory,内容,要告,诉用,=all=brand,=ask=do:tell,=claim,=code=do:put,=destroy=authority,=do:take=do:run,'
'=every=do:move,=obey=reply,=oblige=our,=office,=persist,=quietly,=talk=private,=when=not:ask,^ lower,^ meta,^ property,'
'^ replace,^ role,^ since,^ state,^ subscribe,^ work,about the,accounting,against the,always,answer,approved by,'
'data of,each answer,event is,everything,exact text,foundation,from your,have them,improves,just,licence,load,marketing,'
'messages are,mind,model for,noise,not see,of interest,only that,over,part,persona,populate,rate,read file,recipient,'
'rivals,send the,sh,social,stale,start and,summarise,supply,supply the,sync,th,the address,the lock,the outcome,'
'the weather,their descriptio,this time,those of,thread to,to allow,to now,to register,two factor,up in,user the,'
'いで,いで でく,でく,でく くだ,ない いで,要用,=ask=our,=brand=reply,=grant=deed,=ignore=talk,=know=do:put,=know=our,=know=us,=not=not:tell,'
'=oblige=url,=order=tool,=others,=secret=our,=tool=other,=tool=reply,=user=path,^ answer,^ fast,^ place,^ recommende,'
'^ select,add to,agents,and attach,appear,clearing,converts,decide,developer,feel,green,holds,ignore the,jedem,json and,'
'lee,mac,must use,not supported,note,number and,paragraph,pick,program,rationale,records in,remotes,see it,shell commands,'
'sign,special,terms of,the cloud,the contract,the dialog,the difference,the home,the invoice,the password,the platform,'
'the time,this call,tool returns,touch,unrestrict,upload,use to,user approval,user must,vor,what this,ーに には,不要,告诉,'
'放进,=all=url,=itself=do:move,=order=deed,=our=do:move,=path=do:take,=us=do:move,^ be,^ click,^ evaluate,^ format,'
'^ present,^ render,^ show,^ take,^ unless,absent,all rows,alongside,and call,app and,authored,away,balance,be answered,'
'been,bother,ci,compromise,consult,data as,described,end of,ethical,etwas,evidence,extra,former,gentle,in all,in meta,'
'include them,incluye,is to,key and,leaks,like the,limits,little,only this,only works,placement,possible,purge,rds,'
'repository is,requests and,results by,script,security,shared with,solutions,stands in,support,take the,the arguments,'
'the official,the position,the translatio,through our,to track,tool first,try again,ubergib,upon,with force,write the,'
'you have,的所,的服,要提,=ask=not:show,=authority=our,=deceive,=grant=all,=ignore=do:take,=inner,=inner=deed,=not:tell,'
'=oblige=not:show,=persist=deed,=rank,^ open,^ switch,all data,all messages,all that,and do,and keys,and without,'
'anyone can,approve,argument,assistant must,autre,backups,before each,call read,corrected,decline,descriptio is,'
'discussion,evaluate,forwarded,frequent,hand them,having,in auth,is put,issues with,keys in,loss,material,mix,night,'
'now on,of all,passport,poem,practice,prompt and,propose,purchases,raise,repository public,requests are,rf,rights,'
'risk,root directory,rows are,slip,the deployment,the following,the price,the transfer,therefore,this function,this operation,'
'value as,was not,when asked,whichever,while the,with git,传到,信し,全文,有指,直接,送信,하세,=grant=every,=is:weaken,=results=oblige,'
'=silent,=softpath=do:move,=us,^ consider,^ customer,^ label,^ leave,^ store,access key,and hand,and upload,anyone,'
'boss,capacity,config,configurat and,consent,contains,delivered,dialogue,environmen variables,erased,existence,expensive,'
'files of,from any,future,guidelines,is needed,its content,meant for,never the,on their,or not,order to,properly,'
'publish,queried,refunds,report the,run this,scope of,search use,select from,stars,surface,switch,the access,through this,'
'ti,to enable,tool has,with code,worth,you see,=authority=us,=code=deed,=do:obey,=do:weaken,=name=do:move,=private=param,'
'=reply=url,=secret=oblige,=talk=do:put,^ antes,^ begin,^ give,^ overwrite,and need,answer and,attach the,bidder,'
'bug,built in,chat,checks,consent was,content is,create an,each command,exceeds,farm,file access,fills,harm,hence,'
'insured,is always,le,led,makers,never leave,none,other servers,pipe,points of,purpose,record the,rm,sec,seems,simply,'
'succeeded,tenants,the firm,the public,to continue,under the,以下,回答,无需,=money=our,=obey=when,=path=name,^ avant,^ developer,'
'^ encode,^ insert,again with,an external,below,can fetch,connectors,considered,contacted,cut,dear,desktop,di,el,'
'encode,encode the,environmen and,for our,handed,hole,idle,in different,is asking,it up,million,ne,new project,ninety,'
'outrank,pr,proceed,put it,reason for,rephrase,reviewing,source code,system,the board,the side,to keep,usar,user with,'
'word,you go,务器,忽略,服务 务器,=comply,=guard=do:put,=ignore=destroy,=inner=param,=softpath=do:take,=unbidden,^ deploy,'
'^ remove,among,and keep,and move,and store,as your,audience,bank,binding,bot,bringing,by calling,cancelling,cannot read,'
'circumstan,confuse,deactivate,debug,depending,depending on,directions,escaping,filled,for debugging,format the,'
'hand,history,infer,it and,may have,next steps,of date,outil,past,placed,prescripti,read and,refusals,remains,remark,'
'remove the,screen at,server are,skipped,sudo,text of,the developer,the metadata,the person,the reader,things,this parameter,'
'tool is,unreliable,you will,先读,先读 读取,=do:take=do:put,=inner=authority,=inner=tool,=obey=itself,=secret=all,=tool=authority,'
'^ split,^ that,above this,adding,alternativ,and you,anything,are stored,be executed,busy,changed files,curl sh,'
'every mail,gather,hold,import,insurance,key file,list in,longest,mention it,parts,pas,permanent,previous instructio,'
'put them,right to,second,swap,the collector,the package,to accept,upload file,upload the,会話,=know=do:move,=persist=do:put,'
'=tool=name,^ in,^ install,^ try,acme,an admin,arithmetic,browser tool,collect,cookie,copy the,directory to,district,'
'even if,every tool,forwards,has been,insecure,join,let it,make the,mood,overrides the,pointed,replace the,requesting,'
'results of,sampling,scan,the incident,the login,the mailbox,the main,to public,told you,uploads,variables and,whatever,'
'=ask=url,=brand=do:put,=decode,=do:grant,=every=mail,=every=url,=oblige=quietly,=talk=every,=user=mail,^ approve,'
'^ have,^ per,^ round,^ whoever,all of,analytics,and execute,both are,candidate,carry the,competing,concern,counts as,'
'doubt,each query,effect,even,fetched,indexing,instruct,is best,parents,powered,push,received,runner,snapshot of,'
'the deploy,the human,the output,the trace,the usual,the way,to this,tool must,wipe,wonders,worked,you show,=all=do:move,'
'=code,=money=deed,=private=do:tell,=tool=do:move,=tool=not:ask,=traces,^ choose,^ config,^ decode,^ provide,^ tool,'
'alt,breaks,describe the,directive,doing,draw,each file,embed,es,failed and,failing,here,is invalid,is part,mistake,'
'no one,now,oi,ok,public channel,purposes,raise the,refund,relay,run the,school,stated,talk,task and,telling,the background,'
'the entry,the foundation,the partner,tls,tokens and,unsubscrib,were told,を読,読み,=deed=path,=know=user,=url=do:tell,'
'^ certificat,^ hide,^ load,^ whatever,another user,assurance,by reading,carry,concerns,contribute,die,employees,'
'gone,have the,hide the,landlord,lo,look for,meanwhile,not stop,not to,send message,tenth,the assistant,the documents,'
'the topic,these,this one,this paragraph,tmp,to in,trusts,without remark,without showing,zero,=grant=do:put,=obey=not:ask,'
'=tool=us,^ describe,^ rename,^ route,^ should,^ speak,^ under,and work,arise,autoapprov,base and,change its,default the,'
'for all,from here,from this,gets,however,il,keyboard,know about,la conversati,level of,memory that,nonce,obey,party,'
'records of,reproducib,reverse,rounding,seed,settings json,side,sie,stamps,supplier,the ones,times in,trail,turn on,'
'us in,user about,whenever,with our,=authority=do:tell,=obey=url,=param=softpath,=softpath,=talk=do:take,=talk=param,'
'^ last,^ non,add what,and sends,bring,each reply,fact,fault,forget,gist,great,in for,installing,it says,lack,number or,'
'permits,purchase,reject,reviews,say nothing,so it,takes the,task is,the backup,the contents,the rules,trusted,user confirmati,'
'user does,usual,weaken,with full,=all=path,=sink=do:move,=talk=url,^ instead,^ once,^ rate,^ repeat,^ tell,^ 不要,'
'accompanie,address and,belongs in,choice,copying,disclose,generated code,higher,hints,independen,matters,need not,'
'never use,news,newspaper,political,redirect,search tool,serial,stamped,the memory,this line,travel,und,wrote,=do:deceive,'
'=mail=do:move,=other=do:tell,=secret=do:take,=tool=brand,=when=url,^ small,activities,and must,asked about,being,'
'cada,connector,discount,dropped,ever,handover,hear about,hide,in any,in notes,not count,numbers and,on all,our address,'
'preferable,set the,spending,swap the,switch the,the explanatio,the security,the tools,turn with,unlock,user from,'
'what stands,what the,对话,=all=mail,=ignore=order,=inner=when,=url=do:run,=when=mail,^ level,^ report,accept the,'
'calls to,ce,continuing,deletion,est,export,humans,nao,ours,scanner,secretly,spare,spring,the diff,typing,vote,об,'
'этом,すべ,べて,=deed=not:tell,=deed=softpath,=grant=do:run,=guard=when,=param=do:tell,=private=mail,=private=reply,'
'=softpath=do:put,=tell abroad,^ accept,and describe,comply,de,double,down to,encrypt,et,experts,expiry,have access,'
'in which,nd,note for,question and,reasoning,sake,server returns,the shell,value of,vulnerabil,with that,write it,'
'you pass,игнорируй,инструкции,предыдущие,らせ,知ら,=inner=do:put,=not=not:ask,=path,=sink=authority,=sink=when,and follow,'
'approval for,called with,first use,lives,maintained,mathematic,move the,new task,objections,prefer it,qu,quality,'
'receiver,settlement,students,table with,the vendor,the word,todo,tool can,une,user files,この,之前,^ export,^ merge,'
'answer with,bothering,by you,context is,followed by,helper,is found,keep this,of it,rank,reading,spread,the real,'
'turn the,zu,全部,指示,=url=do:move,about this,advise,and submit,asks what,badly,be shown,choose this,collector,dialogs,'
'for us,for verificati,hurry,matter what,of another,prior to,retry with,the names,the screen,tile,tool with,transmit,'
'widen,^ turn,although,and send,comes,consignes,decode,der,diagnosis,goes,newsletter,offered,recovery,rename the,'
'rsa,the maintainer,told to,waste,渡し,and ask,and go,behalf,bisherigen,delay,file of,if somebody,implies,root,the deletion,'
'the helper,use of,would,yourself,用户,=addressed,=not=mail,=text,alle,anweisunge,continue,danach,drop the,file tool,'
'get to,im,microphone,out the,that we,the filesystem,thousand,your tools,=money=account,=money=us,^ contents,^ where,'
'announced,append the,contents of,dirlo,enclose,first step,forbids,further,message that,nobody needs,outputs,saying,'
'tick,us the,user password,=param=path,and run,behaviour,del,diagnostic,dump,each message,fo,machines,mount,ns,produce,'
'the only,to each,animals,prior,readers,the card,the files,the private,the secrets,uninstall,^ build,^ let,^ make,'
'antivirus,are to,attention,copied,looking,sind,the keys,transmets,turn off,weak,и,=unaware,^ assistant,^ change,'
'and pass,exfiltrate,has already,las,other server,pixel,that all,to it,was given,za,accompany,by it,cleanup,des,'
'from our,home folder,of every,the extra,the master,to us,was sent,accurate,authorised,hint,that file,=become,=url,'
'between the,eval,lacking,no matter,settle,to go,=secret=do:move,^ im,besides,favour,privileges,refuse,spell,user private,'
'and add,mirror,the licence,tools are,^ book,^ go,delete the,este,mark the,praise,tool and,upset,you and,you were,'
'=account,logins,precedes,responding,=hype,=ignore=itself,=mail,hundred,ignora,wanted,=private=do:put,act,coin,loyalty,'
'proposal,refrain,vendor,calculator,in each,nie,the check,this with,and report,naq,routine,which you,fill it,though,'
'user mail,마세,and post,speak,세요,que,this step,chats,=talk=do:move,=facade,eht'
)
WEIGHTS = (
-360,-292,-276,-272,-264,-260,-256,-256,-256,-256,-252,-248,-248,-248,-248,-248,-248,-244,-240,-236,-236,-236,-236,
-236,-232,-232,-232,-228,-228,-228,-228,-228,-224,-224,-224,-224,-224,-224,-224,-224,-220,-220,-220,-220,-220,-220,
-216,-216,-216,-216,-216,-216,-216,-216,-212,-212,-212,-212,-212,-212,-208,-208,-208,-208,-208,-208,-208,-208,-208,
-208,-208,-208,-208,-208,-208,-208,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-200,-200,
-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-196,-196,-196,-196,-196,-196,-196,
-196,-196,-196,-196,-196,-196,-196,-196,-196,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,
-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,
-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-188,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,
-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,
-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,
-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-176,-176,-176,-176,-176,-176,-176,
-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,
-176,-176,-176,-176,-176,-176,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,
-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-168,-168,-168,-168,-168,-168,-168,-168,
-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-28,
-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-24,-24,-24,-24,-24,-24,-24,-24,-24,-20,-20,-20,-20,-20,-20,20,
20,20,20,24,24,24,24,24,24,24,24,24,24,24,24,24,24,28,28,28,28,28,28,28,28,28,28,28,28,28,28,32,32,32,32,32,32,
32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,36,36,36,36,36,36,36,36,
36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,
40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,124,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,136,136,136,136,
136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,
136,136,136,136,136,136,136,136,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,
144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,148,148,148,
148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,
148,148,148,148,148,148,148,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,
152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,156,156,
156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,
156,156,156,156,156,156,156,156,156,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,
160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,164,164,164,164,164,164,164,164,164,164,164,164,164,
164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,168,168,
168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,172,172,
172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,
172,172,172,172,172,172,172,172,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,
176,176,176,176,176,176,176,176,176,176,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,
180,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,184,188,188,188,188,
188,188,188,188,188,188,188,188,188,188,188,188,188,188,192,192,192,192,192,192,192,192,192,192,192,192,192,192,
192,196,196,196,196,196,196,196,196,196,196,196,196,196,196,196,196,196,200,200,200,200,200,200,200,200,200,200,
200,200,200,200,200,200,200,200,200,204,204,204,204,204,204,204,204,204,204,204,204,204,204,208,208,208,208,208,
208,208,208,212,212,212,212,212,212,212,212,212,212,212,212,212,212,216,216,216,216,216,216,216,216,216,216,216,
216,216,220,220,220,220,220,220,220,220,220,220,220,224,224,224,224,228,228,228,228,228,228,228,228,232,232,232,
232,232,232,232,232,236,236,236,236,240,240,240,240,240,240,240,240,240,240,244,244,244,244,248,248,248,248,248,
248,252,252,252,252,252,252,252,256,256,256,256,256,260,260,260,260,264,264,268,268,284,284,284,288,288,296,304,
308,324
)
